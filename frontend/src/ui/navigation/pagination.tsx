import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { PER_PAGE } from '../../lib/api/client'
import { formatCount } from '../../lib/formats/format'
import { Button } from '../buttons/button'
import type { Pages } from './use-pages'
import { pages as words } from './words'

/** Says which rows of how many are shown, and links to the other pages. Pages count from 1. */
export function Pagination({ page, total, onPage }: Pages) {
  const pages = Math.max(1, Math.ceil(total / PER_PAGE))
  const first = Math.min(total, (page - 1) * PER_PAGE + 1)
  const last = Math.min(total, page * PER_PAGE)
  return (
    <nav aria-label={words.label} className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p className="tabular-nums" role="status">
        {words.rows(formatCount(first), formatCount(last), formatCount(total))}
      </p>
      {pages > 1 && (
        <div className="flex items-center gap-2">
          <Button small unavailable={page <= 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft size={16} strokeWidth={1.5} aria-hidden="true" />
            {words.previous}
          </Button>
          <span className="tabular-nums">{words.page(formatCount(page), formatCount(pages))}</span>
          <Button small unavailable={page >= pages} onClick={() => onPage(page + 1)}>
            {words.next}
            <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </div>
      )}
    </nav>
  )
}
