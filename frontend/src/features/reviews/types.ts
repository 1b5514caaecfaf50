import * as v from 'valibot'
import type { newRatingSchema } from './rules'

/** A student's rating of finished work: 1 to 5, with a comment (docs/product.md, section 3.8). */
export const ratingSchema = v.object({
  rating: v.number(),
  comment: v.string(),
  createdAt: v.string(),
  /** For the writer and admins: true while the comment is being reviewed. */
  held: v.optional(v.boolean()),
  /** For the writer: why the comment is being reviewed. */
  notice: v.optional(v.string()),
})

/** The rating of an assignment, or null if there is none yet. */
export const ratingOrNoneSchema = v.nullable(ratingSchema)

export type Rating = v.InferOutput<typeof ratingSchema>
export type NewRating = v.InferInput<typeof newRatingSchema>
