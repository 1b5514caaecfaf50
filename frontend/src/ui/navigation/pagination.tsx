import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { formatCount } from '../../lib/formats/format'
import { Button } from '../buttons/button'

/** Which rows of how many are shown, and the way to the others. Pages count from 1. */
export function Pagination({
  page,
  perPage,
  total,
  onPage,
}: {
  page: number
  perPage: number
  total: number
  onPage: (page: number) => void
}) {
  const pages = Math.max(1, Math.ceil(total / perPage))
  const first = Math.min(total, (page - 1) * perPage + 1)
  const last = Math.min(total, page * perPage)
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p className="tabular-nums" role="status">
        {formatCount(first)} to {formatCount(last)} of {formatCount(total)}
      </p>
      {pages > 1 && (
        <div className="flex items-center gap-2">
          <Button small unavailable={page <= 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft size={16} strokeWidth={1.5} aria-hidden="true" />
            Previous
          </Button>
          <span className="tabular-nums">
            Page {formatCount(page)} of {formatCount(pages)}
          </span>
          <Button small unavailable={page >= pages} onClick={() => onPage(page + 1)}>
            Next
            <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </div>
      )}
    </nav>
  )
}
