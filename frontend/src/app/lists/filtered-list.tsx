import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useLayoutEffect,
  useOptimistic,
  useRef,
} from 'react'
import { useNavigate } from 'react-router'
import { type Page, PER_PAGE } from '../../lib/api/client'
import type { Answer } from '../../lib/api/query'
import { Button } from '../../ui/buttons/button'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { Pagination } from '../../ui/navigation/pagination'
import { usePages } from '../../ui/navigation/use-pages'
import { ListBar } from '../../ui/tables/list-bar'
import type { Filtering } from '../../ui/tables/list-filters'
import { ExportButton } from './export-button'
import type { ListAddress, ListFilter } from './list-address'
import { list as words } from './words'

/** Renders something for the rows of a page; `change` leads to another view. */
type RowsRenderer<Row, Filter> = (rows: Row[], change: (change: Partial<Filter>) => void) => ReactNode

/** The id of the message of an empty list, which can take the focus. */
export const NO_ROWS = 'no-rows'

/** A list with filters, actions, rows and pages, whose view is in the address (docs/product.md, section 4.5). */
export function FilteredList<Row, Filter extends ListFilter>({
  filter,
  found,
  address: { addressOf, isNarrowed },
  Filters,
  loading,
  rowHeight,
  failureTitle,
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
  /** The accessible name of the placeholder while the rows load. */
  loading: string
  /** The height of a row, in rem. */
  rowHeight: number
  /** The heading of the message that the rows do not load. */
  failureTitle: string
  /** Shown if the rows do not load and the server gives no sentence. */
  failure: string
  empty: EmptyMessages
  /** What stands above the rows, beside "Export CSV". It is rendered for an empty list too. */
  head?: RowsRenderer<Row, Filter>
  /** The rows, if there are any. */
  children: RowsRenderer<Row, Filter>
  /** What stands below the rows. It is rendered for an empty list too. */
  foot?: (rows: Row[]) => ReactNode
  /** Downloads all matches. A list without it has a button that loads it again. */
  onExport?: (filter: Filter) => Promise<void>
}) {
  const navigate = useNavigate()
  const { wanted, waiting, change } = useFilter(filter, addressOf)
  const { data, failure: failed, asking, isPrevious, retry } = found
  const rows = data?.rows ?? []
  const dimmed = waiting || isPrevious
  const pages = usePages(filter.page, found, (page, isGone) => {
    if (isGone) void navigate(addressOf({ ...filter, page }), { replace: true, preventScrollReset: true })
    else change({ page } as Partial<Filter>)
  })
  return (
    <>
      <Filters filter={wanted} onChange={change} />
      <ListBar
        actions={
          onExport ? (
            <ExportButton onExport={() => onExport(filter)} />
          ) : (
            <Button small busy={asking} onClick={retry}>
              {words.refresh}
            </Button>
          )
        }
      >
        {head?.(rows, change)}
      </ListBar>
      <div aria-busy={dimmed} className={dimmed ? 'opacity-60' : ''}>
        {failed && (
          <LoadFailure
            failure={failed}
            title={failureTitle}
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
              usual={addressOf({})}
              {...empty}
            />
            {rows.length > 0 && children(rows, change)}
            {foot?.(rows)}
            {rows.length > 0 && <Pagination {...pages} />}
          </>
        )}
      </div>
    </>
  )
}

/** The filter of a list. A change shows in the fields at once; the rows follow when they have loaded. */
function useFilter<Filter extends { page: number }>(filter: Filter, addressOf: (filter: Filter) => string) {
  const navigate = useNavigate()
  const [wanted, setWanted] = useOptimistic(filter)
  const change = (change: Partial<Filter>) => {
    const next = { ...wanted, page: 1, ...change }
    startTransition(async () => {
      setWanted(next)
      await navigate(addressOf(next), { preventScrollReset: true })
    })
  }
  return { wanted, waiting: wanted !== filter, change }
}

/** The messages of a list without rows. */
type EmptyMessages = {
  /** If the filter leaves all rows out. */
  noMatches: string
  /** The link to the list as it usually is, if that is not all of it. */
  showUsual?: string
  /** If there are no rows at all. A list that always has rows needs no such message. */
  noRows?: { title: string; hint: string }
}

/** Says that there are no rows. It is always rendered, so that screen readers announce it. */
function EmptyListMessage({
  rows,
  narrowed,
  usual,
  noMatches,
  showUsual = words.showAll,
  noRows,
}: EmptyMessages & {
  rows: number
  narrowed: boolean
  /** The address of the list without filters of the reader's own. */
  usual: string
}) {
  const ref = useRef<HTMLDivElement>(null)

  // Browsers take the focus from a control that becomes disabled, such as "Select page" in an empty list.
  useLayoutEffect(() => {
    if (rows === 0 && document.activeElement?.matches(':disabled')) ref.current?.focus()
  }, [rows])

  const emptyList = narrowed ? undefined : noRows
  const title = emptyList?.title ?? noMatches
  const shown = rows === 0 && { 'aria-label': title, tabIndex: -1 }
  return (
    <div ref={ref} id={NO_ROWS} role="status" className="outline-none" {...shown}>
      {shown && (
        <EmptyState title={title} action={!emptyList && <ButtonLink to={usual}>{showUsual}</ButtonLink>}>
          {emptyList?.hint}
        </EmptyState>
      )}
    </div>
  )
}
