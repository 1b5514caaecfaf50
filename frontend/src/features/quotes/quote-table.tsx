import FileText from 'lucide-react/icons/file-text'
import Pencil from 'lucide-react/icons/pencil'
import { formatCount } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import { formatTime } from '../../lib/time/time'
import { Button } from '../../ui/buttons/button'
import { rowClass, tableClass, wideCellClass } from '../../ui/tables/table-classes'
import { TableHead } from '../../ui/tables/table-head'
import { QuoteStatusTag } from './status-tag'
import type { Quote } from './types'

const columns = [
  { label: 'Reference' },
  { label: 'Subject' },
  { label: 'Email' },
  { label: 'Deadline', sort: 'deadline' },
  { label: 'Pages' },
  { label: 'Files' },
  { label: 'Status', sort: 'status' },
  { label: 'Amount' },
  { label: 'Received', sort: 'createdAt' },
  { label: 'Actions' },
]

/** Quote requests as the desk works on them; sheets instead of rows where it is narrow (docs/product.md, section 4.5). */
export function QuoteTable({
  quotes,
  sort,
  onSort,
  onOpen,
}: {
  quotes: Quote[]
  sort: string
  onSort: (sort: string) => void
  onOpen: (quote: Quote) => void
}) {
  return (
    <table className={tableClass}>
      <caption className="sr-only">Quote requests</caption>
      <TableHead columns={columns} sort={sort} onSort={onSort} />
      <tbody>
        {quotes.map((quote) => (
          <tr key={quote._id} className={rowClass}>
            <td className={`${wideCellClass} font-semibold whitespace-nowrap`}>{quote.reference}</td>
            <td data-label="Subject" className="wrap-anywhere lg:min-w-32">
              <span className="font-serif font-semibold">{quote.subject}</span>
            </td>
            <td data-label="Email" className="wrap-anywhere">
              {quote.email}
            </td>
            <td data-label="Deadline">{formatTime(quote.dueAt)}</td>
            <td data-label="Pages">{formatCount(quote.pages)}</td>
            <td data-label="Files">
              {quote.files.length > 0 ? (
                <span className="inline-flex items-center gap-1">
                  <FileText size={14} strokeWidth={1.5} aria-hidden="true" />
                  {quote.files.length}
                </span>
              ) : (
                <span className="text-muted">None</span>
              )}
            </td>
            <td data-label="Status">
              <QuoteStatusTag status={quote.status} />
            </td>
            <td data-label="Amount">
              {quote.amount > 0 ? (
                formatMoney(quote.amount, quote.currency)
              ) : (
                <span className="text-muted">None</span>
              )}
            </td>
            <td data-label="Received">{formatTime(quote.createdAt)}</td>
            <td className={wideCellClass}>
              <div className="-ml-2 flex lg:ml-0">
                <Button
                  variant="quiet"
                  small
                  onClick={() => onOpen(quote)}
                  aria-label={`Open ${quote.reference}`}
                >
                  <Pencil size={16} strokeWidth={1.5} aria-hidden="true" />
                  Open
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
