import { learn, makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import { getRating, rateAssignment } from './api'
import type { NewRating } from './types'

/** The rating of an assignment, or null while there is none. */
export const ratingQuery = (assignment: string) =>
  question(['reviews', 'of', assignment], (signal) => getRating(assignment, signal), [
    { noun: 'assignments', id: assignment },
  ])

/** As `rateAssignment`; the rating shows at once. */
export const saveRating = (assignment: string, rating: NewRating) =>
  makeChange(
    [{ noun: 'assignments', id: assignment, change: 'update' }],
    () => rateAssignment(assignment, rating),
    (saved) => learn(ratingQuery(assignment).queryKey, () => saved),
  )
