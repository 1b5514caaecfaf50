import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { type NewRating, ratingOrNoneSchema, ratingSchema } from './types'

const pathOf = (assignment: string) => `/assignments/${encodeURIComponent(assignment)}/rating`

/** The rating of an assignment that the caller may read, or null. Throws a Failure. */
export const getRating = (assignment: string, signal?: AbortSignal) =>
  send(ratingOrNoneSchema, pathOf(assignment), { signal })

/** Rates finished work, once; for its student (docs/product.md, section 3.8). Throws a Failure. */
export const rateAssignment = (assignment: string, rating: NewRating) =>
  sendChange(ratingSchema, 'POST', pathOf(assignment), rating)
