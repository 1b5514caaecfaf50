import { learn, makeChange, type Question } from '../../lib/api/query'
import { getRating, rateAssignment } from './api'
import type { NewRating, Rating } from './types'

/** The rating of an assignment, or null while there is none. */
export const ratingQuery = (assignment: string): Question<Rating | null> => ({
  queryKey: ['reviews', 'of', assignment],
  queryFn: ({ signal }) => getRating(assignment, signal),
  meta: { sources: [{ noun: 'assignments', id: assignment }] },
})

/** As `rateAssignment`; the rating shows at once. */
export const saveRating = (assignment: string, rating: NewRating) =>
  makeChange(
    [{ noun: 'assignments', id: assignment, change: 'update' }],
    () => rateAssignment(assignment, rating),
    (saved) => learn(ratingQuery(assignment).queryKey, () => saved),
  )
