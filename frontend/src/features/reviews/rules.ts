import * as v from 'valibot'
import { optionalText } from '../../lib/validation/rules'
import { rating } from './words'

const isRating = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5

/** What rating finished work takes (docs/product.md, section 3.8). */
export const newRatingSchema = v.object({
  rating: v.optional(v.custom<number | null>(isRating, rating.invalid), null),
  comment: optionalText('Comment', 2000),
})
