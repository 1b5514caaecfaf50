import { useState } from 'react'
import { type Assignment, isOpen } from '../../features/assignments/model'
import { ratingQuery } from '../../features/deliveries/api'
import type { Rating } from '../../features/deliveries/model'
import { RatingForm } from '../../features/deliveries/student-forms'
import { rating as words } from '../../features/deliveries/words.en'
import { useAnswer } from '../../lib/api/query'
import { formatDay } from '../../lib/time/time'
import { useNow } from '../../lib/time/use-now'
import { showSuccess } from '../../ui/feedback/action-toasts'
import { Alert } from '../../ui/feedback/alert'
import { Stars } from '../../ui/forms/star-field'
import { Section } from '../../ui/text/section'
import { closeAndFocus } from './focus'

/** The student's rating of the work or, while they can rate it, the form to do so (docs/product.md, section 3.8). */
export function AssignmentRating({ assignment }: { assignment: Assignment }) {
  const { data } = useAnswer(ratingQuery(assignment._id))
  // A form with something typed in it stays, whatever changes elsewhere.
  const [typed, setTyped] = useState(false)
  const isAsked = isOpen(assignment.actions, 'rate', useNow())
  if (data === undefined || (data === null && !isAsked && !typed)) return null

  const rated = () => {
    closeAndFocus(() => setTyped(false), 'rating-title')
    showSuccess(words.thanks)
  }
  const saved = typed ? null : data
  return (
    <Section
      title={saved ? words.title : words.question}
      className={saved ? undefined : 'print:hidden'}
      headingId="rating-title"
      takesFocus
    >
      {saved ? (
        <SavedRating rating={saved} />
      ) : (
        <RatingForm assignment={assignment._id} onTyped={setTyped} onRated={rated} />
      )}
    </Section>
  )
}

function SavedRating({ rating: { rating, comment, createdAt, held, notice } }: { rating: Rating }) {
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-4">
        <Stars value={rating} />
        <span className="text-muted">{formatDay(createdAt)}</span>
      </p>
      {comment && <p className="prose-text font-serif">{comment}</p>}
      {(notice || held) && <Alert tone="info" title={notice ?? words.held} />}
    </div>
  )
}
