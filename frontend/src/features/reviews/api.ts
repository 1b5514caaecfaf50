import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { type NewRating, type Rating, ratingOrNoneSchema, ratingSchema } from './types'

const pathOf = (assignment: string) => `/assignments/${encodeURIComponent(assignment)}/rating`

/** The rating of an assignment that the caller may read, or null. Throws a Failure. */
export function getRating(assignment: string, signal?: AbortSignal): Promise<Rating | null> {
  return send(ratingOrNoneSchema, pathOf(assignment), { signal })
}

/** Rates finished work, once; for its student (docs/product.md, section 3.8). Throws a Failure. */
export function rateAssignment(assignment: string, rating: NewRating): Promise<Rating> {
  return sendChange(ratingSchema, 'POST', pathOf(assignment), rating)
}
