import { type ComponentType, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type Page, PER_PAGE } from '../../lib/api/client'
import type { Answer } from '../../lib/api/query'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { Pagination } from '../../ui/navigation/pagination'
import { useLastPage } from '../../ui/navigation/use-last-page'
import { ListBar } from '../../ui/tables/list-bar'
import type { Filtering } from '../../ui/tables/list-filters'
import { ExportButton } from './export-button'
import type { ListAddress, ListFilter } from './list-address'
import { useFilter } from './use-filter'

/** Shows something of the rows of a page, with the way to another view. */
type Part<Row, Filter> = (rows: Row[], change: (change: Partial<Filter>) => void) => ReactNode

/** The id of what tells that a list has no rows; it can take the focus while it has none. */
export const NO_ROWS = 'no-rows'

/** A list of the desk: filters, what is done with all of it, rows, pages (docs/product.md, section 4.5). */
export function DeskList<Row, Filter extends ListFilter>({
  filter,
  found,
  address: { addressOf, isNarrowed },
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
  address: ListAddress<Filter>
  Filters: ComponentType<Filtering<Filter>>
  /** Names the placeholder while the rows load. */
  loading: string
  /** The height of a row, in rem. */
  rowHeight: number
  /** Shown if the rows do not load and the server gives no sentence. */
  failure: string
  empty: EmptyMessages
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
            <EmptyListMessage
              rows={rows.length}
              narrowed={isNarrowed(filter)}
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
type EmptyMessages = {
  /** Where the view leaves something out. */
  matches: string
  /** Where there is nothing at all; a list that is never empty has no words for it. */
  yet?: { title: string; words: string }
}

/** Tells that there are no rows. It is always there, so that it is heard when they go. */
function EmptyListMessage({
  rows,
  narrowed,
  all,
  matches,
  yet,
}: EmptyMessages & {
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

  const emptyList = narrowed ? undefined : yet
  const title = emptyList?.title ?? matches
  const shown = rows === 0 && { 'aria-label': title, tabIndex: -1 }
  return (
    <div ref={ref} id={NO_ROWS} role="status" className="outline-none" {...shown}>
      {shown && (
        <EmptyState title={title} action={!emptyList && <ButtonLink to={all}>Show all</ButtonLink>}>
          {emptyList?.words}
        </EmptyState>
      )}
    </div>
  )
}
