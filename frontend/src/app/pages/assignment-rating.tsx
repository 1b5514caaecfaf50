import { use } from 'react'
import { useRevalidator } from 'react-router'
import { isFinished } from '../../features/assignments/rules'
import type { Assignment } from '../../features/assignments/types'
import { RatingForm } from '../../features/reviews/rating-form'
import type { Rating } from '../../features/reviews/types'
import type { User } from '../../lib/session'
import { formatDay } from '../../lib/time'
import { Stars } from '../../ui/star-field'
import { showToast } from '../../ui/toast-state'
import type { Loaded } from '../loading'

/** What the student said of the work, or the form to say it, once it is finished (docs/product.md, section 3.8). */
export function AssignmentRating({
  assignment,
  rating,
  reader,
}: {
  assignment: Assignment
  rating: Promise<Loaded<Rating | null>>
  reader: User
}) {
  const found = use(rating)
  const { revalidate } = useRevalidator()
  const isStudent = assignment.student._id === reader._id
  if (found.failure || (!found.data && !(isStudent && isFinished(assignment.status)))) return null

  const rated = () => {
    showToast({ tone: 'success', title: 'Thank you for your rating', seconds: 3 })
    void revalidate()
  }
  return (
    <section aria-labelledby="rating-title" className={found.data ? undefined : 'print:hidden'}>
      <h2 id="rating-title" className="mb-3 text-2xl">
        {found.data ? 'Rating' : 'How was it?'}
      </h2>
      {found.data ? (
        <Given rating={found.data} />
      ) : (
        <RatingForm assignment={assignment._id} onRated={rated} />
      )}
    </section>
  )
}

function Given({ rating: { rating, comment, createdAt } }: { rating: Rating }) {
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3">
        <Stars value={rating} />
        <span className="text-muted">{formatDay(createdAt)}</span>
      </p>
      {comment && <p className="prose-text font-serif">{comment}</p>}
    </div>
  )
}
