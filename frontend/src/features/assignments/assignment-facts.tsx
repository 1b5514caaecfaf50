import type { ReactNode } from 'react'
import { formatMoney, siteCurrency } from '../../lib/formats/money'
import { DueTime } from './due-time'
import { PriorityTag } from './status-tag'
import type { Assignment } from './types'
import { labels, list } from './words'

/** The key facts of one assignment, in the margin of its page (docs/product.md, section 4.9). */
export function AssignmentFacts({ assignment, status }: { assignment: Assignment; status: ReactNode }) {
  const { student, tutor, subject, priority, type, price, grade, fileName } = assignment
  const facts: [string, ReactNode][] = [
    [labels.status, status],
    [labels.due, <DueTime key="due" assignment={assignment} />],
    [labels.priority, <PriorityTag key="priority" priority={priority} />],
    [labels.subject, subject],
    [labels.student, student.name],
    [labels.tutor, tutor?.name ?? list.noTutor],
    [labels.file, fileName || list.noFile],
  ]
  if (grade) facts.push([labels.grade, <strong key="grade">{grade}</strong>])
  if (type) facts.push([labels.type, type])
  if (price) facts.push([labels.price, <Price key="price" price={price} />])
  return (
    <dl className="border-t border-base-300 [&_span]:border-transparent [&_span]:px-0 print:columns-2 print:gap-x-10">
      {facts.map(([term, fact]) => (
        <div
          key={term}
          className="grid break-inside-avoid grid-cols-[6rem_minmax(0,1fr)] items-baseline border-b border-base-300 py-2"
        >
          <dt className="text-muted">{term}</dt>
          <dd className="wrap-anywhere">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A price. On paper the currency's code follows, because a dollar sign alone is ambiguous there. */
function Price({ price }: { price: number }) {
  return (
    <>
      {formatMoney(price)}
      <span className="hidden print:inline"> {siteCurrency}</span>
    </>
  )
}
