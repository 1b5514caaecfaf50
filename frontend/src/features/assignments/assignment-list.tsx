import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '../../lib/formats/money'
import { Disclosure } from '../../ui/text/disclosure'
import { ruledListClass, titleLinkClass } from '../../ui/text/list-classes'
import type { Assignment } from './model'
import { DueTime, PriorityTag, StatusTag, WorkTag } from './status-tag'
import { labels, list } from './words.en'

/** Assignments as their student or tutor sees them, each with its grade and feedback. */
export function AssignmentList({
  assignments,
  forTutor = false,
  nextOf,
  menu,
}: {
  assignments: Assignment[]
  /** Shows the status the way tutors see it, and the type and price of the work (docs/product.md, section 4.8). */
  forTutor?: boolean
  /** What happens next, and what the reader can do, in sentences. */
  nextOf?: (assignment: Assignment) => string
  /** The menu of one item. */
  menu?: (assignment: Assignment) => ReactNode
}) {
  return (
    <ul className={ruledListClass}>
      {assignments.map((assignment) => (
        <li key={assignment._id} className="flex items-start gap-2">
          <article className="min-w-0 grow" aria-labelledby={`title-${assignment._id}`}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
              <h3 id={`title-${assignment._id}`} className="text-xl wrap-anywhere">
                <Link to={`/assignments/${assignment._id}`} className={titleLinkClass}>
                  {assignment.title}
                </Link>
              </h3>
              <p className="flex flex-wrap gap-2">
                {forTutor ? <WorkTag status={assignment.status} /> : <StatusTag status={assignment.status} />}
                <PriorityTag priority={assignment.priority} />
              </p>
            </div>
            <p className="mt-1">
              {topic(assignment, forTutor)} <span aria-hidden="true">·</span> {list.due}&nbsp;
              <DueTime assignment={assignment} />
            </p>
            {nextOf?.(assignment) && <p className="mt-1 font-semibold">{nextOf(assignment)}</p>}
            <Disclosure
              summary={labels.description}
              about={list.descriptionOf(assignment.title)}
              look="quiet"
              className="mt-1"
            >
              <p className="prose-text mt-2">{assignment.description}</p>
            </Disclosure>
            <GradeAndFeedback assignment={assignment} />
          </article>
          {menu?.(assignment)}
        </li>
      ))}
    </ul>
  )
}

/** The subject. Tutors also see the type and the price of the work, if an admin has set them. */
function topic({ subject, type, price }: Assignment, forTutor: boolean) {
  const terms = forTutor ? [type, price > 0 && formatMoney(price)] : []
  return [subject, ...terms].filter(Boolean).join(' · ')
}

/** The grade and the feedback, set as a margin note. */
export function GradeAndFeedback({
  assignment: { grade, feedback },
}: {
  assignment: Pick<Assignment, 'grade' | 'feedback'>
}) {
  if (!grade && !feedback) return null
  return (
    <dl className="prose-text mt-3 grid gap-1 border-l-2 border-accent pl-3.5">
      {grade && (
        <div className="flex items-baseline gap-2">
          <dt className="font-semibold">{labels.grade}</dt>
          <dd className="font-serif text-2xl font-semibold lining-nums">{grade}</dd>
        </div>
      )}
      {feedback && (
        <div>
          <dt className="font-semibold">{labels.feedback}</dt>
          <dd className="font-serif">{feedback}</dd>
        </div>
      )}
    </dl>
  )
}
