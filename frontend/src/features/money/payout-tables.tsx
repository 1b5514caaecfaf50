import { Link } from 'react-router'
import { formatCount } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import { Button } from '../../ui/buttons/button'
import { useAction } from '../../ui/buttons/use-action'
import { type Column, Table } from '../../ui/tables/table'
import { Moment } from '../../ui/text/moment'
import { exportPayout } from './api'
import { type OwnPayout, type Payout, payoutAddress, type Statement } from './model'
import { payoutPage, payouts as words } from './words.en'

/** Downloads what a payout paid for. */
export function CsvButton({ id, number, small = false }: { id: string; number: string; small?: boolean }) {
  const { busy, run } = useAction(exportPayout, { failed: words.csvFailed })
  return (
    <Button small={small} busy={busy} aria-label={words.csvOf(number)} onClick={() => run(id)}>
      {words.csv}
    </Button>
  )
}

const gone = <span className="text-muted">{words.gone}</span>

const amount = (units: number) => <strong className="font-semibold">{formatMoney(units)}</strong>

const time = { head: words.at, cell: ({ createdAt }: { createdAt: string }) => <Moment iso={createdAt} /> }

const method = {
  head: words.method,
  className: 'wrap-anywhere',
  cell: ({ method }: { method: string }) => method,
}

const reference = {
  head: words.reference,
  className: 'wrap-anywhere',
  cell: ({ reference }: { reference: string }) => reference,
}

const columns: Column<Payout>[] = [
  {
    head: words.number,
    cell: ({ _id, number }) => (
      <Link to={payoutAddress(_id)} className="link inline-block py-0.5">
        {number}
      </Link>
    ),
  },
  time,
  { head: words.total, className: 'whitespace-nowrap', cell: ({ total }) => amount(total) },
  { head: words.tutors, cell: ({ tutors }) => formatCount(tutors) },
  method,
  reference,
  { head: words.by, className: 'wrap-anywhere', cell: ({ by }) => by?.name || gone },
  {
    head: words.csv,
    hidden: 'everywhere',
    wide: true,
    cell: ({ _id, number }) => <CsvButton id={_id} number={number} small />,
  },
]

/** The payouts, for admins. */
export function PayoutTable({ payouts }: { payouts: Payout[] }) {
  return <Table caption={words.caption} columns={columns} rows={payouts} keyOf={({ _id }) => _id} />
}

function StatementLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} aria-label={label} className="link inline-block py-0.5">
      {words.statement}
    </Link>
  )
}

const ownColumns: Column<OwnPayout>[] = [
  { head: words.number, cell: ({ number }) => number },
  time,
  { head: words.amount, className: 'whitespace-nowrap', cell: (payout) => amount(payout.amount) },
  method,
  reference,
  {
    head: words.statement,
    hidden: 'in sheets',
    wide: true,
    cell: ({ _id, number }) => (
      <StatementLink to={`/tutor/dashboard/earnings/${_id}`} label={words.statementOf(number)} />
    ),
  },
]

/** The payouts that paid a tutor, each with the way to its statement. */
export function OwnPayoutTable({ payouts }: { payouts: OwnPayout[] }) {
  return <Table caption={words.caption} columns={ownColumns} rows={payouts} keyOf={({ _id }) => _id} />
}

/** What each tutor got by a payout, with the way to their statement; for admins. */
export function PaidTable({ payout: { _id, lines } }: { payout: Statement }) {
  const columns: Column<Statement['lines'][number]>[] = [
    { head: payoutPage.tutor, className: 'wrap-anywhere', cell: ({ tutor }) => tutor.name || gone },
    { head: payoutPage.amount, className: 'whitespace-nowrap', cell: (line) => amount(line.amount) },
    {
      head: payoutPage.statement,
      hidden: 'in sheets',
      wide: true,
      cell: ({ tutor }) => (
        <StatementLink
          to={payoutAddress(_id, tutor._id)}
          label={payoutPage.statementOf(tutor.name || words.gone)}
        />
      ),
    },
  ]
  return (
    <Table caption={payoutPage.caption} columns={columns} rows={lines} keyOf={({ tutor }) => tutor._id} />
  )
}
