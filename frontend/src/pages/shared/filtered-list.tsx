import Download from 'lucide-react/icons/download'
import {
  type FocusEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useOptimistic,
  useRef,
} from 'react'
import { useNavigate } from 'react-router'
import { type Page, PER_PAGE } from '../../lib/api/client'
import type { ListFilter } from '../../lib/api/filter'
import type { Answer } from '../../lib/api/query'
import { Button } from '../../ui/buttons/button'
import { ButtonLink } from '../../ui/buttons/button-link'
import { useAction } from '../../ui/buttons/use-action'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { Pagination } from '../../ui/navigation/pagination'
import type { AnyList, FilterField } from '../../ui/tables/list'
import { ListBar, ListFilters } from '../../ui/tables/list-filters'
import type { RowsOf } from '../../ui/tables/table'
import { list as listWords, list as words } from './words.en'

/** The id of the message of an empty list, which can take the focus. */
export const NO_ROWS = 'no-rows'

/** What a list says. */
type ListWords = {
  /** The accessible name of the placeholder while the rows load. */
  loading: string
  /** That the rows do not load, if the server gives no sentence. */
  failed: string
  /** That the filter leaves all rows out. */
  noMatches: string
  /** The link to the list as it usually is, if that is not all of it. */
  showUsual?: string
  /** That there are no rows at all. A list that always has rows does not say so. */
  empty?: string
  emptyHint?: string
}

/** Says that there are no rows. It is always rendered, so that screen readers announce it. */
function EmptyListMessage({
  rows,
  narrowed,
  usual,
  words: { noMatches, showUsual = listWords.showAll, empty, emptyHint },
}: {
  rows: number
  narrowed: boolean
  /** The address of the list without filters of the reader's own. */
  usual: string
  words: ListWords
}) {
  const ref = useRef<HTMLDivElement>(null)

  // Browsers take the focus from a control that becomes disabled, such as "Select page" in an empty list.
  useLayoutEffect(() => {
    if (rows === 0 && document.activeElement?.matches(':disabled')) ref.current?.focus()
  }, [rows])

  const isEmpty = !narrowed && empty !== undefined
  const title = isEmpty ? empty : noMatches
  const shown = rows === 0 && { 'aria-label': title, tabIndex: -1 }
  return (
    <div ref={ref} id={NO_ROWS} role="status" className="outline-none" {...shown}>
      {shown && (
        <EmptyState title={title} action={!isEmpty && <ButtonLink to={usual}>{showUsual}</ButtonLink>}>
          {isEmpty && emptyHint}
        </EmptyState>
      )}
    </div>
  )
}

/** Exports every match of the current filter, in its order (docs/product.md, section 4.5). */
export function ExportButton({ onExport }: { onExport: () => Promise<void> }) {
  const { busy, run } = useAction(onExport, { failed: words.exportFailed })
  return (
    <Button small busy={busy} onClick={() => run()}>
      <Download size={16} strokeWidth={1.5} aria-hidden="true" />
      {words.exportCsv}
    </Button>
  )
}

/** A list with filters, actions, rows and pages, whose view is in the address (docs/product.md, section 4.5). */
export function FilteredList<Row, Filter extends ListFilter>({
  list: { addressOf, isNarrowed, search, fields: usualFields },
  fields = usualFields,
  filter,
  found,
  words,
  rowHeight,
  failureTitle,
  label,
  head,
  children,
  foot,
  onExport,
}: {
  list: AnyList<Filter>
  /** The fields of the filters, if they are not the usual ones. */
  fields?: FilterField[]
  filter: Filter
  found: Answer<Page<Row>>
  words: ListWords
  /** The height of a row, in rem. */
  rowHeight: number
  /** The heading of the message that the rows do not load. */
  failureTitle: string
  /** The name of the rows, if they are not a table. They take the focus when the row that has it disappears. */
  label?: string
  /** Shown above the rows, beside "Export CSV". It is rendered for an empty list too. */
  head?: (rows: Row[], change: (change: Partial<Filter>) => void) => ReactNode
  /** The rows, if there are any. */
  children: (shown: RowsOf<Row>) => ReactNode
  /** Shown below the rows. It is rendered for an empty list too. */
  foot?: (rows: Row[]) => ReactNode
  /** Downloads all matches. A list without it has a button that loads it again. */
  onExport?: (filter: Filter) => Promise<void>
}) {
  const navigate = useNavigate()
  const { wanted, waiting, change } = useFilter(filter, addressOf)
  const { data, failure, asking, isPrevious, retry } = found
  const rows = data?.rows ?? []
  const dimmed = waiting || isPrevious
  const goTo = (page: number, isGone: boolean) => {
    if (isGone) void navigate(addressOf({ ...filter, page }), { replace: true, preventScrollReset: true })
    else change({ page } as Partial<Filter>)
  }
  const { ref, onFocus } = useKeptFocus()
  const onSort = (sort: string) => change({ sort } as Partial<Filter>)
  return (
    <>
      <ListFilters filter={wanted} fields={fields} placeholder={search} onChange={change} />
      <ListBar
        actions={
          onExport ? (
            <ExportButton onExport={() => onExport(filter)} />
          ) : (
            <Button small busy={asking} onClick={retry}>
              {listWords.refresh}
            </Button>
          )
        }
      >
        {head?.(rows, change)}
      </ListBar>
      <div ref={ref} aria-busy={dimmed} className={dimmed ? 'opacity-60' : ''}>
        <LoadFailure answer={found} title={failureTitle} fallback={words.failed} />
        {!data && !failure && <SkeletonRows label={words.loading} count={PER_PAGE} rowHeight={rowHeight} />}
        {data && (
          <>
            <EmptyListMessage
              rows={rows.length}
              narrowed={isNarrowed(filter)}
              usual={addressOf({})}
              words={words}
            />
            {rows.length > 0 && (
              <section
                aria-label={label}
                tabIndex={label ? -1 : undefined}
                className="outline-none"
                onFocus={onFocus}
              >
                {children({ rows, sort: filter.sort, onSort })}
              </section>
            )}
            {foot?.(rows)}
            <Pagination page={filter.page} found={found} onPage={goTo} />
          </>
        )}
      </div>
    </>
  )
}

/**
 * Keeps the focus in a list when the row or the button that has it disappears: it
 * goes to what can take it there, the rows or the message that there are none.
 */
function useKeptFocus() {
  const ref = useRef<HTMLDivElement>(null)
  const focused = useRef<Element>(null)

  useEffect(() => {
    if (!focused.current || focused.current.isConnected || document.activeElement !== document.body) return
    focused.current = null
    ref.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
  })

  return {
    ref,
    /** For the rows: notes what has the focus. */
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target
    },
  }
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
