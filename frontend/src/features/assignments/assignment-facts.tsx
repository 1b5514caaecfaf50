import Archive from 'lucide-react/icons/archive'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { codeAfter, formatMoney, siteCurrency } from '../../lib/formats/money'
import { formatDay } from '../../lib/time/time'
import { Button } from '../../ui/buttons/button'
import { downloadFile } from '../../ui/files/download-file'
import { FileList } from '../../ui/files/file-list'
import { type Fact, Facts } from '../../ui/text/facts'
import { quietLinkClass } from '../../ui/text/link-classes'
import { linkMaterial, linkMaterials } from './api'
import type { Assignment } from './model'
import { DueTime, PriorityTag } from './status-tag'
import { labels, list } from './words.en'

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

/** The files of the brief: what came with the assignment, and with the quote request that it began as. */
export function AssignmentMaterials({ assignment: { _id, materials } }: { assignment: Assignment }) {
  if (materials.length === 0) return null
  const kept = materials.filter(({ purgedAt }) => !purgedAt)
  const canOpenAll = kept.length > 1 && kept.every(({ state }) => !state)
  return (
    <div className="mt-5">
      <FileList
        label={labels.materials}
        files={materials.map(({ _id: file, name, size, purgedAt, state }) => ({
          key: file,
          name,
          size,
          state,
          link: purgedAt ? null : () => linkMaterial(_id, file),
          detail: purgedAt && (
            <p className="mb-1 text-[0.9375rem] text-muted">
              {labels.deletedOn} <time dateTime={purgedAt}>{formatDay(purgedAt)}</time>
            </p>
          ),
        }))}
      />
      {canOpenAll && (
        <div className="mt-3 print:hidden">
          <Button small onClick={() => void downloadFile(() => linkMaterials(_id))}>
            <Archive size={16} strokeWidth={1.5} aria-hidden="true" />
            {labels.allMaterials}
          </Button>
        </div>
      )}
    </div>
  )
}
