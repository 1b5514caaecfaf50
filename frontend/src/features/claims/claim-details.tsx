import { useAnswer } from '../../lib/api/query'
import { siteQuery } from '../../lib/api/site-query'
import { nameIn } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import { formatDate, formatDay } from '../../lib/time/time'
import { formatTimeLeft } from '../../lib/time/time-left'
import { dayIn } from '../../lib/time/time-zone'
import { useNow } from '../../lib/time/use-now'
import { useNowUntil } from '../../lib/time/use-now-until'
import { type Fact, Facts } from '../../ui/text/facts'
import { Distance, Moment } from '../../ui/text/moment'
import { Tag, type Tone } from '../../ui/text/tag'
import { type Claim, isOverdue, isUnpaid } from './model'
import { cancellationRefund, claimForm, kindWords, roleWords, statusWords, claims as words } from './words.en'

/** How long a claim can still be opened. Null is no limit, which needs no clock. */
export function ClaimWindow({ until }: { until: string | null }) {
  const left = formatTimeLeft(until ?? '', useNowUntil(until))
  return left && <p className="text-muted tabular-nums">{claimForm.openFor(left)}</p>
}

/** The first and the last day on which an approved amount is to be paid, in the site's time zone; null if nothing is. */
export function usePayDays({ payFrom, payBy }: Claim): { from: string; by: string } | null {
  const zone = useAnswer(siteQuery, { enabled: payBy !== null, withoutLoader: true }).data?.timeZone
  if (payFrom === null || payBy === null) return null
  const dayOf = (iso: string) => (zone ? formatDate(dayIn(zone, Date.parse(iso))) : formatDay(iso))
  return { from: dayOf(payFrom), by: dayOf(payBy) }
}

const tones: Partial<Record<string, Tone>> = {
  open: 'orange',
  approved: 'blue',
  paid: 'green',
  declined: 'red',
}

/** What a claim is called. */
export const nameOf = ({ kind, dueAt }: Claim) =>
  dueAt === null ? cancellationRefund : nameIn(kindWords, kind)

/** The state of a claim: the word of its status and, if its next step is late, a word that says so. */
export function ClaimStatusTag({ claim }: { claim: Claim }) {
  const late = isOverdue(claim, useNow())
  return (
    <span className="inline-flex flex-wrap gap-2">
      <Tag tone={tones[claim.status] ?? 'gray'}>{nameIn(statusWords, claim.status)}</Tag>
      {late && <Tag tone="red">{words.overdue}</Tag>}
    </span>
  )
}

/** Whoever opened a claim, with their part in the order. */
export function openerOf({ openedBy: { _id, name, role } }: Claim, reader: string): string {
  if (_id === reader) return words.you
  return words.by(name, role === 'admin' ? '' : nameIn(roleWords, role))
}

/** Everything that the reader may know of a claim. `reader` is the id of their account. */
export function ClaimDetails({ claim, reader }: { claim: Claim; reader: string }) {
  const { status, amount, createdAt, dueAt, decidedAt, paidAt, reason, outcome } = claim
  const days = usePayDays(claim)
  const isDecided = decidedAt !== null
  const facts: Fact[] = [
    [words.openedBy, openerOf(claim, reader)],
    [words.openedAt, <Moment key="opened" iso={createdAt} />],
  ]
  if (status === 'open' && dueAt)
    facts.push([
      words.dueAt,
      <span key="due">
        <Moment iso={dueAt} />{' '}
        <span className="text-muted print:hidden">
          (<Distance iso={dueAt} />)
        </span>
      </span>,
    ])
  if (decidedAt) facts.push([words.decidedAt, <Moment key="decided" iso={decidedAt} />])
  if (amount)
    facts.push([isDecided && status !== 'declined' ? words.approved : words.asked, formatMoney(amount)])
  if (days && isUnpaid(claim)) facts.push([words.payable, words.between(days.from, days.by)])
  if (paidAt) facts.push([words.paidAt, <Moment key="paid" iso={paidAt} />])
  return (
    <div className="grid grid-cols-1 gap-3">
      <Facts facts={facts} look="stacked" />
      {reason && <LongText title={words.reason}>{reason}</LongText>}
      {outcome && <LongText title={words.outcome}>{outcome}</LongText>}
    </div>
  )
}

function LongText({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <p className="text-muted">{title}</p>
      <p className="prose-text font-serif">{children}</p>
    </div>
  )
}
