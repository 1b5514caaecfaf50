import type { ReactNode } from 'react'
import { formatMoney, siteCurrency } from '../../lib/formats/money'
import { DueTime } from './due-time'
import { PriorityTag } from './status-tag'
import type { Assignment } from './types'

/** The short facts of one assignment, in the margin of its page (docs/product.md, section 4.9). */
export function AssignmentFacts({ assignment, status }: { assignment: Assignment; status: ReactNode }) {
  const { student, tutor, subject, priority, type, price, grade, fileName } = assignment
  const facts: [string, ReactNode][] = [
    ['Status', status],
    ['Due', <DueTime key="due" assignment={assignment} />],
    ['Priority', <PriorityTag key="priority" priority={priority} />],
    ['Subject', subject],
    ['Student', student.name],
    ['Tutor', tutor?.name ?? 'Nobody yet'],
    ['File', fileName || 'None'],
  ]
  if (grade) facts.push(['Grade', <strong key="grade">{grade}</strong>])
  if (type) facts.push(['Type', type])
  if (price) facts.push(['Price', <Price key="price" price={price} />])
  return (
    <dl className="border-t border-base-300 [&_span]:border-0 [&_span]:px-0 print:columns-2 print:gap-x-10">
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

/** A price; on paper with the currency's code, because paper does not say which dollar the site uses. */
function Price({ price }: { price: number }) {
  return (
    <>
      {formatMoney(price)}
      <span className="hidden print:inline"> {siteCurrency}</span>
    </>
  )
}
