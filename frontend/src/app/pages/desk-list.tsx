import { type ComponentType, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type Page, PER_PAGE } from '../../lib/client'
import type { Answer } from '../../lib/query'
import { ButtonLink } from '../../ui/button-link'
import { EmptyState } from '../../ui/empty-state'
import { ListBar } from '../../ui/list-bar'
import type { Filtering } from '../../ui/list-filters'
import { Pagination } from '../../ui/pagination'
import { SkeletonRows } from '../../ui/skeleton'
import { LoadFailure } from '../load-failure'
import { isNarrowed } from './admin-filter'
import { ExportButton } from './export-button'
import { useFilter } from './use-filter'
import { useLastPage } from './use-last-page'
import type { Opened } from './use-opened'

/** What a tab of the desk reads from the address. */
export type View<Filter> = { filter: Filter; opened: Opened }

/** Shows something of the rows of a page, with the way to another view. */
type Part<Row, Filter> = (rows: Row[], change: (change: Partial<Filter>) => void) => ReactNode

/** The id of what tells that a list has no rows; it can take the focus while it has none. */
export const NO_ROWS = 'no-rows'

/** A list of the desk: filters, what is done with all of it, rows, pages (docs/product.md, section 4.5). */
export function DeskList<Row, Filter extends { sort: string; page: number }>({
  filter,
  found,
  addressOf,
  Filters,
  loading,
  rowHeight,
  failure,
  empty,
  head,
  children,
  foot,
  onExport,
}: {
  filter: Filter
  found: Answer<Page<Row>>
  addressOf: (filter: Partial<Filter>) => string
  Filters: ComponentType<Filtering<Filter>>
  /** Names the placeholder while the rows load. */
  loading: string
  /** The height of a row, in rem. */
  rowHeight: number
  /** Shown if the rows do not load and the server gives no sentence. */
  failure: string
  empty: Emptiness
  /** What stands before the rows, beside "Export CSV"; while there are no rows it is given none. */
  head?: Part<Row, Filter>
  /** The rows, where there are any. */
  children: Part<Row, Filter>
  /** What stands below the rows, whether there are any or not. */
  foot?: (rows: Row[]) => ReactNode
  onExport: (filter: Filter) => Promise<void>
}) {
  const navigate = useNavigate()
  const { wanted, waiting, change } = useFilter(filter, addressOf)
  const { data, failure: failed, asking, isPrevious, retry } = found
  const rows = data?.rows ?? []
  const dimmed = waiting || isPrevious
  useLastPage(filter.page, isPrevious ? undefined : data, (page) => {
    void navigate(addressOf({ ...filter, page }), { replace: true, preventScrollReset: true })
  })
  return (
    <>
      <Filters filter={wanted} onChange={change} />
      <ListBar actions={<ExportButton onExport={() => onExport(filter)} />}>{head?.(rows, change)}</ListBar>
      <div aria-busy={dimmed} className={dimmed ? 'opacity-60' : ''}>
        {failed && (
          <LoadFailure
            failure={failed}
            title="Failed to fetch dashboard data"
            fallback={failure}
            asking={asking}
            onRetry={retry}
          />
        )}
        {!data && !failed && <SkeletonRows label={loading} count={PER_PAGE} rowHeight={rowHeight} />}
        {data && (
          <>
            <Nothing
              rows={rows.length}
              narrowed={isNarrowed(addressOf, filter)}
              all={addressOf({})}
              {...empty}
            />
            {rows.length > 0 && children(rows, change)}
            {foot?.(rows)}
            {rows.length > 0 && (
              <Pagination
                page={filter.page}
                perPage={PER_PAGE}
                total={data.total}
                onPage={(page) => change({ page } as Partial<Filter>)}
              />
            )}
          </>
        )}
      </div>
    </>
  )
}

/** What is said of a list without rows. */
type Emptiness = {
  /** Where the view leaves something out. */
  matches: string
  /** Where there is nothing at all; a list that is never empty has no words for it. */
  yet?: { title: string; words: string }
}

/** Tells that there are no rows. It is always there, so that it is heard when they go. */
function Nothing({
  rows,
  narrowed,
  all,
  matches,
  yet,
}: Emptiness & {
  rows: number
  narrowed: boolean
  /** The address of the whole list. */
  all: string
}) {
  const ref = useRef<HTMLDivElement>(null)

  // What had the focus may have nothing to choose from any more: browsers take the focus from it.
  useLayoutEffect(() => {
    if (rows === 0 && document.activeElement?.matches(':disabled')) ref.current?.focus()
  }, [rows])

  const nothingAtAll = narrowed ? undefined : yet
  const title = nothingAtAll?.title ?? matches
  const toldNow = rows === 0 && { 'aria-label': title, tabIndex: -1 }
  return (
    <div ref={ref} id={NO_ROWS} role="status" className="outline-none" {...toldNow}>
      {toldNow && (
        <EmptyState title={title} action={!nothingAtAll && <ButtonLink to={all}>Show all</ButtonLink>}>
          {nothingAtAll?.words}
        </EmptyState>
      )}
    </div>
  )
}
