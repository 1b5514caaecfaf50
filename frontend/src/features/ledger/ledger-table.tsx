import { Link } from 'react-router'
import { formatCount, nameIn } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import { rowClass, tableClass, wideCellClass } from '../../ui/tables/table-classes'
import { TableHead } from '../../ui/tables/table-head'
import { Moment } from '../../ui/text/moment'
import { accounts, type NamedEntry } from './types'
import { accountWords, kindWords, table as words } from './words'

const linkClass = 'link inline-block py-0.5'

const columns = [
  { label: words.number },
  { label: words.at },
  { label: words.kind },
  { label: words.memo },
  ...accounts.map((account) => ({ label: accountWords[account] })),
]

/** The entries of the ledger, for admins (docs/product.md, section 4.5). On narrow screens each row becomes a sheet. */
export function LedgerTable({
  entries,
  entriesOf,
  payoutAt,
}: {
  entries: NamedEntry[]
  /** The address of the entries of a tutor or an assignment. */
  entriesOf: (of: { tutor: string } | { assignment: string }) => string
  /** The address of a payout. */
  payoutAt: (id: string) => string
}) {
  return (
    <table className={tableClass}>
      <caption className="sr-only">{words.caption}</caption>
      <TableHead columns={columns} />
      <tbody>
        {entries.map((entry) => {
          const { number, at, kind, assignment, reference, tutor, tutorName, payout, lines } = entry
          return (
            <tr key={number} className={rowClass}>
              <td data-label={words.number}>{formatCount(number)}</td>
              <td data-label={words.at}>
                <Moment iso={at} />
              </td>
              <td data-label={words.kind}>{nameIn(kindWords, kind)}</td>
              <td data-label={words.memo} className={`${wideCellClass} wrap-anywhere`}>
                <About entry={entry} />
                <p className="flex flex-wrap gap-x-4">
                  {assignment && (
                    <Link to={entriesOf({ assignment })} preventScrollReset className={linkClass}>
                      {words.entriesOf(reference || words.noAssignment)}
                    </Link>
                  )}
                  {tutor && (
                    <Link to={entriesOf({ tutor })} preventScrollReset className={linkClass}>
                      {words.entriesOf(tutorName || words.noTutor)}
                    </Link>
                  )}
                  {payout && (
                    <Link to={payoutAt(payout)} className={linkClass}>
                      {words.payout}
                    </Link>
                  )}
                </p>
              </td>
              {accounts.map((account) => {
                const cents = lines.find((line) => line.account === account)?.cents
                return (
                  <td
                    key={account}
                    data-label={accountWords[account]}
                    className={cents === undefined ? 'max-lg:hidden!' : 'whitespace-nowrap'}
                  >
                    {cents !== undefined && formatMoney(cents / 100)}
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
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
