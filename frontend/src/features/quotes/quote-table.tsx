import FileText from 'lucide-react/icons/file-text'
import Pencil from 'lucide-react/icons/pencil'
import { formatCount, nameIn } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import { formatTime } from '../../lib/time/time'
import { useNow } from '../../lib/time/use-now'
import { Button } from '../../ui/buttons/button'
import { type Column, type RowsOf, Table } from '../../ui/tables/table'
import { Tag, type Tone } from '../../ui/text/tag'
import { type Quote, type QuoteStatus, statusAt } from './model'
import { statusNames, table as words } from './words.en'

const tones: Record<QuoteStatus, Tone> = {
  new: 'orange',
  quoted: 'blue',
  accepted: 'green',
  declined: 'red',
  closed: 'gray',
  expired: 'orange',
}

/** The tone of a status; unknown ones are gray. */
export const toneOf = (status: string) => (tones as Partial<Record<string, Tone>>)[status] ?? 'gray'

/** A status of a quote request as a dot and a word (docs/product.md, section 3.10). */
function QuoteStatusTag({ status }: { status: string }) {
  return <Tag tone={toneOf(status)}>{nameIn(statusNames, status)}</Tag>
}

/** The quote requests, for admins (docs/product.md, section 4.5). */
export function QuoteTable({ onOpen, ...table }: RowsOf<Quote> & { onOpen: (quote: Quote) => void }) {
  const now = useNow()
  const columns: Column<Quote>[] = [
    {
      head: words.reference,
      hidden: 'in sheets',
      wide: true,
      className: 'font-semibold whitespace-nowrap',
      cell: ({ reference }) => reference,
    },
    {
      head: words.subject,
      wide: true,
      className: 'wrap-anywhere lg:min-w-32',
      cell: ({ subject }) => <span className="font-serif font-semibold">{subject}</span>,
    },
    { head: words.email, wide: true, className: 'wrap-anywhere', cell: ({ email }) => email },
    { head: words.deadline, sort: 'deadline', cell: ({ dueAt }) => formatTime(dueAt) },
    { head: words.pages, cell: ({ pages }) => formatCount(pages) },
    {
      head: words.files,
      cell: ({ files }) =>
        files.length > 0 ? (
          <span className="inline-flex items-center gap-1">
            <FileText size={14} strokeWidth={1.5} aria-hidden="true" />
            {files.length}
          </span>
        ) : (
          none
        ),
    },
    { head: words.status, sort: 'status', cell: (quote) => <QuoteStatusTag status={statusAt(quote, now)} /> },
    {
      head: words.amount,
      cell: ({ amount, currency }) => (amount > 0 ? formatMoney(amount, currency) : none),
    },
    { head: words.received, sort: 'createdAt', cell: ({ createdAt }) => formatTime(createdAt) },
    {
      head: words.actions,
      hidden: 'in sheets',
      wide: true,
      cell: (quote) => (
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
      ),
    },
  ]
  return <Table {...table} caption={words.caption} columns={columns} keyOf={({ _id }) => _id} />
}

const none = <span className="text-muted">{words.none}</span>
