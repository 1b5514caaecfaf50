import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useEffectEvent } from 'react'
import { type Page, PER_PAGE } from '../../lib/api/client'
import type { Answer } from '../../lib/api/query'
import { formatCount } from '../../lib/formats/format'
import { Button } from '../buttons/button'
import { pages as words } from './words.en'

/**
 * Says which rows of how many are shown, and leads to the other pages. Pages count
 * from 1. A page beyond the last one, whose rows have gone, gives way to the last.
 */
export function Pagination({
  page,
  found: { data, isPrevious },
  onPage,
  always = true,
}: {
  page: number
  found: Pick<Answer<Page<unknown>>, 'data' | 'isPrevious'>
  /** Opens a page. `isGone` is true if the current one is beyond the last. */
  onPage: (page: number, isGone: boolean) => void
  /** Whether the rows are also counted if they fit on one page. */
  always?: boolean
}) {
  const { rows, total } = data ?? { rows: [], total: 0 }
  const pages = Math.max(1, Math.ceil(total / PER_PAGE))
  const isBeyond = data !== undefined && !isPrevious && rows.length === 0 && page > pages
  const leave = useEffectEvent((last: number) => onPage(last, true))

  useEffect(() => {
    if (isBeyond) leave(pages)
  }, [isBeyond, pages])

  if (always ? rows.length === 0 : pages === 1) return null
  const first = Math.min(total, (page - 1) * PER_PAGE + 1)
  const last = Math.min(total, page * PER_PAGE)
  return (
    <nav aria-label={words.label} className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p className="tabular-nums" role="status">
        {words.rows(formatCount(first), formatCount(last), formatCount(total))}
      </p>
      {pages > 1 && (
        <div className="flex items-center gap-2">
          <Button small unavailable={page <= 1} onClick={() => onPage(page - 1, false)}>
            <ChevronLeft size={16} strokeWidth={1.5} aria-hidden="true" />
            {words.previous}
          </Button>
          <span className="tabular-nums">{words.page(formatCount(page), formatCount(pages))}</span>
          <Button small unavailable={page >= pages} onClick={() => onPage(page + 1, false)}>
            {words.next}
            <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </div>
      )}
    </nav>
  )
}
