import { type ComponentType, type ReactNode, Suspense, use, useLayoutEffect, useRef } from 'react'
import { type Page, PER_PAGE } from '../../lib/client'
import { ButtonLink } from '../../ui/button-link'
import { EmptyState } from '../../ui/empty-state'
import { ListBar } from '../../ui/list-bar'
import type { Filtering } from '../../ui/list-filters'
import { Pagination } from '../../ui/pagination'
import { SkeletonRows } from '../../ui/skeleton'
import { LoadFailure } from '../load-failure'
import type { Loaded } from '../loading'
import { isNarrowed } from './admin-filter'
import { ExportButton } from './export-button'
import { useFilter } from './use-filter'

/** What a list of the desk is given: the filter that was asked for, and the rows that are on their way. */
type Listed<Row, Filter> = { filter: Filter; found: Promise<Loaded<Page<Row>>> }

/** What a tab of the desk is given: its list, and the row that the address opens or null, on its way too. */
export type Shown<Row, Filter> = Listed<Row, Filter> & { opened: Promise<Loaded<Row> | null> }

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
}: Listed<Row, Filter> & {
  addressOf: (filter: Partial<Filter>) => string
  Filters: ComponentType<Filtering<Filter>>
  /** What is said while the rows are on their way. */
  loading: string
  /** The height of a row, in rem. */
  rowHeight: number
  /** What is said where the rows do not come and the server gives no sentence. */
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
  const { wanted, waiting, change } = useFilter(filter, addressOf)
  return (
    <>
      <Filters filter={wanted} onChange={change} />
      <ListBar actions={<ExportButton onExport={() => onExport(filter)} />}>
        {head && (
          <Suspense fallback={head([], change)}>
            <Found found={found}>{(page) => head(page?.rows ?? [], change)}</Found>
          </Suspense>
        )}
      </ListBar>
      <div aria-busy={waiting} className={waiting ? 'opacity-60' : ''}>
        <Suspense fallback={<SkeletonRows label={loading} count={PER_PAGE} rowHeight={rowHeight} />}>
          <Found found={found} failure={failure}>
            {(page) =>
              page && (
                <>
                  <Nothing
                    rows={page.rows.length}
                    narrowed={isNarrowed(addressOf, filter)}
                    all={addressOf({})}
                    {...empty}
                  />
                  {page.rows.length > 0 && children(page.rows, change)}
                  {foot?.(page.rows)}
                  {page.rows.length > 0 && (
                    <Pagination
                      page={filter.page}
                      perPage={PER_PAGE}
                      total={page.total}
                      onPage={(page) => change({ page } as Partial<Filter>)}
                    />
                  )}
                </>
              )
            }
          </Found>
        </Suspense>
      </div>
    </>
  )
}

/** Waits for a page of rows; where it does not come, says so if there are words for it. */
function Found<Row>({
  found,
  failure: fallback,
  children,
}: {
  found: Promise<Loaded<Page<Row>>>
  failure?: string
  children: (page: Page<Row> | undefined) => ReactNode
}) {
  const { data, failure } = use(found)
  if (failure && fallback)
    return <LoadFailure failure={failure} title="Failed to fetch dashboard data" fallback={fallback} />
  return children(data)
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
