import { Link } from 'react-router'
import { nameIn } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import { StatCard, StatPlaceholders, StatRow } from '../../ui/charts/stat-card'
import { type Column, Table } from '../../ui/tables/table'
import { Moment } from '../../ui/text/moment'
import { Section } from '../../ui/text/section'
import type { Earning, Sums } from './model'
import { kindWords, earnings as words } from './words.en'

const none: Sums = { earned: 0, payable: 0, held: 0, claimed: 0, paid: 0 }

/** What a tutor has earned, gets next, waits for, and was paid (docs/product.md, section 4.8). */
export function EarningsTotals({ sums: { earned, payable, held, paid } }: { sums: Sums }) {
  return (
    <StatRow label={words.totals} columns={4}>
      <StatCard label={words.earned} value={formatMoney(earned)} />
      <StatCard
        label={words.payable}
        value={formatMoney(payable)}
        hint={payable < 0 ? words.deducted : words.payableHint}
      />
      <StatCard label={words.held} value={formatMoney(held)} hint={words.heldHint} />
      <StatCard label={words.paid} value={formatMoney(paid)} />
    </StatRow>
  )
}

/** Holds the place of the totals while they load. */
export function EarningsTotalsPlaceholder() {
  return (
    <StatPlaceholders>
      <EarningsTotals sums={none} />
    </StatPlaceholders>
  )
}

/** Says why money is held, if any is. */
export function WhyHeld({ sums: { held, claimed } }: { sums: Sums }) {
  const waiting = Math.round((held - claimed) * 100) / 100
  if (waiting === 0 && claimed === 0) return null
  return (
    <Section title={words.why} className="mt-6 border-l-2 border-secondary pl-4" headingClass="text-xl">
      {waiting !== 0 && <p className="max-w-prose">{words.waits(formatMoney(waiting))}</p>}
      {claimed !== 0 && <p className="max-w-prose">{words.claimed(formatMoney(claimed))}</p>}
    </Section>
  )
}

const columns: Column<Earning>[] = [
  { head: words.time, cell: ({ createdAt }) => <Moment iso={createdAt} /> },
  { head: words.kind, cell: ({ kind }) => nameIn(kindWords, kind) },
  {
    head: words.about,
    wide: true,
    className: 'wrap-anywhere',
    cell: ({ assignment, memo }) =>
      assignment?.title ? (
        <Link to={`/assignments/${assignment._id}`} className="link inline-block py-0.5">
          {assignment.title}
        </Link>
      ) : (
        memo
      ),
  },
  { head: words.amount, className: 'whitespace-nowrap', cell: ({ amount }) => formatMoney(amount) },
]

/** A tutor's entries. */
export function EarningsTable({ entries }: { entries: Earning[] }) {
  return <Table caption={words.caption} columns={columns} rows={entries} keyOf={({ _id }) => _id} />
}
