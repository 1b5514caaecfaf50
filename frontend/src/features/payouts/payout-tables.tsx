import { Link } from 'react-router'
import { formatCount } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import { rowClass, tableClass, wideCellClass } from '../../ui/tables/table-classes'
import { TableHead } from '../../ui/tables/table-head'
import { Moment } from '../../ui/text/moment'
import { payoutAddress } from './addresses'
import { CsvButton } from './csv-button'
import type { OwnPayout, Payout, Statement } from './types'
import { payoutPage, payouts as words } from './words'

const columns = [
  words.number,
  words.at,
  words.total,
  words.tutors,
  words.method,
  words.reference,
  words.by,
].map((label) => ({ label }))

/** The payouts, for admins. On narrow screens each row becomes a sheet. */
export function PayoutTable({ payouts }: { payouts: Payout[] }) {
  return (
    <table className={tableClass}>
      <caption className="sr-only">{words.caption}</caption>
      <TableHead columns={[...columns, { label: words.csv, unseen: true }]} />
      <tbody>
        {payouts.map(({ _id, number, createdAt, total, tutors, method, reference, by }) => (
          <tr key={_id} className={rowClass}>
            <td data-label={words.number}>
              <Link to={payoutAddress(_id)} className="link inline-block py-0.5">
                {number}
              </Link>
            </td>
            <td data-label={words.at}>
              <Moment iso={createdAt} />
            </td>
            <td data-label={words.total} className="whitespace-nowrap">
              <strong className="font-semibold">{formatMoney(total)}</strong>
            </td>
            <td data-label={words.tutors}>{formatCount(tutors)}</td>
            <td data-label={words.method} className="wrap-anywhere">
              {method}
            </td>
            <td data-label={words.reference} className="wrap-anywhere">
              {reference}
            </td>
            <td data-label={words.by} className="wrap-anywhere">
              {by?.name || <span className="text-muted">{words.gone}</span>}
            </td>
            <td className={wideCellClass}>
              <CsvButton id={_id} number={number} small />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ownColumns = [words.number, words.at, words.amount, words.method, words.reference, words.statement].map(
  (label) => ({ label }),
)

/** The payouts that paid a tutor, each with the way to its statement. */
export function OwnPayoutTable({ payouts }: { payouts: OwnPayout[] }) {
  return (
    <table className={tableClass}>
      <caption className="sr-only">{words.caption}</caption>
      <TableHead columns={ownColumns} />
      <tbody>
        {payouts.map(({ _id, number, createdAt, amount, method, reference }) => (
          <tr key={_id} className={rowClass}>
            <td data-label={words.number}>{number}</td>
            <td data-label={words.at}>
              <Moment iso={createdAt} />
            </td>
            <td data-label={words.amount} className="whitespace-nowrap">
              <strong className="font-semibold">{formatMoney(amount)}</strong>
            </td>
            <td data-label={words.method} className="wrap-anywhere">
              {method}
            </td>
            <td data-label={words.reference} className="wrap-anywhere">
              {reference}
            </td>
            <td className={wideCellClass}>
              <Link
                to={`/tutor/dashboard/earnings/${_id}`}
                aria-label={words.statementOf(number)}
                className="link inline-block py-0.5"
              >
                {words.statement}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const lineColumns = [payoutPage.tutor, payoutPage.amount, payoutPage.statement].map((label) => ({ label }))

/** What each tutor got by a payout, with the way to their statement; for admins. */
export function PaidTable({ payout: { _id, lines } }: { payout: Statement }) {
  return (
    <table className={tableClass}>
      <caption className="sr-only">{payoutPage.caption}</caption>
      <TableHead columns={lineColumns} />
      <tbody>
        {lines.map(({ tutor, amount }) => (
          <tr key={tutor._id} className={rowClass}>
            <td data-label={payoutPage.tutor} className="wrap-anywhere">
              {tutor.name || <span className="text-muted">{words.gone}</span>}
            </td>
            <td data-label={payoutPage.amount} className="whitespace-nowrap">
              <strong className="font-semibold">{formatMoney(amount)}</strong>
            </td>
            <td className={wideCellClass}>
              <Link
                to={payoutAddress(_id, tutor._id)}
                aria-label={payoutPage.statementOf(tutor.name || words.gone)}
                className="link inline-block py-0.5"
              >
                {payoutPage.statement}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
