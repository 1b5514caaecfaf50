import { Link } from 'react-router'
import { formatCount, nameIn } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import { type Column, Table } from '../../ui/tables/table'
import { Moment } from '../../ui/text/moment'
import type { NamedEntry } from './model'
import { accountWords, kindWords, table as words } from './words.en'

const linkClass = 'link inline-block py-0.5'

const amountColumns: Column<NamedEntry>[] = Object.entries(accountWords).map(([account, head]) => ({
  head,
  className: 'whitespace-nowrap',
  cell: ({ lines }) => {
    const line = lines.find((line) => line.account === account)
    return line && formatMoney(line.cents / 100)
  },
}))

/** The entries of the ledger, for admins (docs/product.md, section 4.5). */
export function LedgerTable({
  rows,
  entriesOf,
  payoutAt,
}: {
  rows: NamedEntry[]
  /** The address of the entries of a tutor or an assignment. */
  entriesOf: (of: { tutor: string } | { assignment: string }) => string
  /** The address of a payout. */
  payoutAt: (id: string) => string
}) {
  const columns: Column<NamedEntry>[] = [
    { head: words.number, cell: ({ number }) => formatCount(number) },
    { head: words.at, cell: ({ at }) => <Moment iso={at} /> },
    { head: words.kind, cell: ({ kind }) => nameIn(kindWords, kind) },
    {
      head: words.memo,
      wide: true,
      className: 'wrap-anywhere',
      cell: (entry) => (
        <>
          <About entry={entry} />
          <p className="flex flex-wrap gap-x-4">
            {entry.assignment && (
              <Link to={entriesOf({ assignment: entry.assignment })} preventScrollReset className={linkClass}>
                {words.entriesOf(entry.reference || words.noAssignment)}
              </Link>
            )}
            {entry.tutor && (
              <Link to={entriesOf({ tutor: entry.tutor })} preventScrollReset className={linkClass}>
                {words.entriesOf(entry.tutorName || words.noTutor)}
              </Link>
            )}
            {entry.payout && (
              <Link to={payoutAt(entry.payout)} className={linkClass}>
                {words.payout}
              </Link>
            )}
          </p>
        </>
      ),
    },
    ...amountColumns,
  ]
  return <Table caption={words.caption} columns={columns} rows={rows} keyOf={({ number }) => number} />
}

/** What an entry is about: its memo, and the title of its assignment. */
function About({ entry: { memo, assignment, title } }: { entry: NamedEntry }) {
  return (
    <p>
      {memo || <span className="text-muted">{words.noMemo}</span>}
      {assignment && title && (
        <>
          {' '}
          <Link to={`/assignments/${assignment}`} className={linkClass}>
            {title}
          </Link>
        </>
      )}
    </p>
  )
}
