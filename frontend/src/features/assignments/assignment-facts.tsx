import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { codeAfter, formatMoney, siteCurrency } from '../../lib/formats/money'
import { type Fact, Facts } from '../../ui/text/facts'
import { quietLinkClass } from '../../ui/text/link-classes'
import { DueTime } from './due-time'
import { PriorityTag } from './status-tag'
import type { Assignment } from './types'
import { labels, list } from './words'

/** The key facts of one assignment, in the margin of its page (docs/product.md, section 4.9). */
export function AssignmentFacts({ assignment, status }: { assignment: Assignment; status: ReactNode }) {
  const {
    reference,
    stage,
    student,
    tutor,
    subject,
    priority,
    type,
    words,
    grade,
    cancelReason,
    handBackReason,
    policyVersion,
  } = assignment
  const facts: Fact[] = [
    [
      labels.reference,
      <span key="reference" className="select-all">
        {reference}
      </span>,
    ],
    [labels.status, status],
    [labels.due, <DueTime key="due" assignment={assignment} />],
    [labels.priority, <PriorityTag key="priority" priority={priority} />],
    [labels.subject, subject],
    [labels.student, student.name],
  ]
  // Nobody will be assigned to cancelled work.
  if (tutor || stage !== 'cancelled') facts.push([labels.tutor, <TutorName key="tutor" tutor={tutor} />])
  if (handBackReason) facts.push([labels.handedBack, handBackReason])
  if (cancelReason) facts.push([labels.cancelReason, cancelReason])
  if (grade) facts.push([labels.grade, <strong key="grade">{grade}</strong>])
  if (type) facts.push([labels.type, type])
  if (words) facts.push([labels.length, list.words(words)])
  if (policyVersion) facts.push([labels.policies, <PolicyLink key="policies" version={policyVersion} />])
  for (const [term, amount] of moneyOf(assignment)) facts.push([term, <Money key={term} amount={amount} />])
  return <Facts facts={facts} look="margin" />
}

/** What the reader may know about the money: tutors what they earn, the others the price and what is paid of it. */
function moneyOf({ price, earnings, amountPaid = 0, amountDue = 0 }: Assignment): [string, number][] {
  if (earnings !== undefined) return earnings > 0 ? [[labels.earnings, earnings]] : []
  if (price === 0 && amountPaid === 0) return []
  return [
    [labels.price, price],
    [labels.paid, amountPaid],
    [labels.amountDue, amountDue],
  ]
}

/** Leads to the policy with the time limits of an order, where all versions are listed. */
function PolicyLink({ version }: { version: string }) {
  return (
    <Link to="/revision-refund-policy#versions" className={quietLinkClass}>
      {version}
    </Link>
  )
}

function TutorName({ tutor }: { tutor: Assignment['tutor'] }) {
  if (!tutor) return list.noTutor
  const { name, averageRating, ratingCount } = tutor
  return (
    <>
      {name}
      {ratingCount > 0 && (
        <span className="block text-muted">{list.rated(averageRating.toFixed(1), ratingCount)}</span>
      )}
    </>
  )
}

/** An amount of money. On paper the currency's code follows, because a dollar sign alone is ambiguous there. */
function Money({ amount }: { amount: number }) {
  return (
    <>
      {formatMoney(amount)}
      <span className="hidden print:inline">{codeAfter(siteCurrency)}</span>
    </>
  )
}
