import FileText from 'lucide-react/icons/file-text'
import Pencil from 'lucide-react/icons/pencil'
import { formatCount } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import { formatTime } from '../../lib/time/time'
import { useNow } from '../../lib/time/use-now'
import { Button } from '../../ui/buttons/button'
import { rowClass, tableClass, wideCellClass } from '../../ui/tables/table-classes'
import { TableHead } from '../../ui/tables/table-head'
import { table as words } from './desk-words'
import { statusAt } from './offer-rules'
import { QuoteStatusTag } from './status-tag'
import type { Quote } from './types'

const columns = [
  { label: words.reference },
  { label: words.subject },
  { label: words.email },
  { label: words.deadline, sort: 'deadline' },
  { label: words.pages },
  { label: words.files },
  { label: words.status, sort: 'status' },
  { label: words.amount },
  { label: words.received, sort: 'createdAt' },
  { label: words.actions },
]

/** The quote requests, for admins (docs/product.md, section 4.5). On narrow screens each row becomes a sheet. */
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
  const now = useNow()
  return (
    <table className={tableClass}>
      <caption className="sr-only">{words.caption}</caption>
      <TableHead columns={columns} sort={sort} onSort={onSort} />
      <tbody>
        {quotes.map((quote) => (
          <tr key={quote._id} className={rowClass}>
            <td className={`${wideCellClass} font-semibold whitespace-nowrap`}>{quote.reference}</td>
            <td data-label={words.subject} className={`${wideCellClass} wrap-anywhere lg:min-w-32`}>
              <span className="font-serif font-semibold">{quote.subject}</span>
            </td>
            <td data-label={words.email} className={`${wideCellClass} wrap-anywhere`}>
              {quote.email}
            </td>
            <td data-label={words.deadline}>{formatTime(quote.dueAt)}</td>
            <td data-label={words.pages}>{formatCount(quote.pages)}</td>
            <td data-label={words.files}>
              {quote.files.length > 0 ? (
                <span className="inline-flex items-center gap-1">
                  <FileText size={14} strokeWidth={1.5} aria-hidden="true" />
                  {quote.files.length}
                </span>
              ) : (
                <span className="text-muted">{words.none}</span>
              )}
            </td>
            <td data-label={words.status}>
              <QuoteStatusTag status={statusAt(quote, now)} />
            </td>
            <td data-label={words.amount}>
              {quote.amount > 0 ? (
                formatMoney(quote.amount, quote.currency)
              ) : (
                <span className="text-muted">{words.none}</span>
              )}
            </td>
            <td data-label={words.received}>{formatTime(quote.createdAt)}</td>
            <td className={wideCellClass}>
              <div className="-ml-2 flex lg:ml-0">
                <Button
                  variant="quiet"
                  small
                  onClick={() => onOpen(quote)}
                  aria-label={words.openReference(quote.reference)}
                >
                  <Pencil size={16} strokeWidth={1.5} aria-hidden="true" />
                  {words.open}
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
