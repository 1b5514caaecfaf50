import * as v from 'valibot'
import * as limits from '#domain/limits.json'
import { fileStateSchema } from '../../lib/api/download'
import { attachmentSchema, filesProblem } from '../../lib/validation/attachment'
import { firstProblem, optionalText } from '../../lib/validation/rules'
import { rating } from './words.en'

/** A file of a delivery. The size is in bytes; `words` is null if they could not be counted. */
const deliveredFileSchema = v.object({
  _id: v.string(),
  name: v.string(),
  size: v.number(),
  /** In lower-case hexadecimal digits. */
  sha256: v.string(),
  words: v.nullable(v.number()),
  url: v.string(),
  /** When the file itself was deleted; null while it can be downloaded. */
  purgedAt: v.nullable(v.string()),
  /** Whether its text can be read and compared. */
  comparable: v.boolean(),
  state: fileStateSchema,
})

/** One numbered version of the work. */
export const deliverySchema = v.object({
  _id: v.string(),
  version: v.number(),
  /** '' if the tutor wrote none. */
  note: v.string(),
  words: v.nullable(v.number()),
  files: v.array(deliveredFileSchema),
  /** The code of its receipt. */
  receipt: v.string(),
  deliveredAt: v.string(),
  tutor: v.nullable(v.object({ _id: v.string(), name: v.string() })),
  /** The number of the revision that it answers. */
  answersRevision: v.nullable(v.number()),
  /** For the writer of the note and admins: true while the note is being reviewed. */
  held: v.optional(v.boolean()),
  /** For the writer of the note: why it is being reviewed. */
  notice: v.optional(v.string()),
})

export const deliveriesSchema = v.array(deliverySchema)

export type Delivery = v.InferOutput<typeof deliverySchema>
export type DeliveredFile = Delivery['files'][number]

/** The fields of a delivery, without its files (docs/product.md, section 4.9). */
export const deliverSchema = v.object({ note: optionalText('Note', limits.deliveryNote) })

export type DeliverInput = v.InferInput<typeof deliverSchema>

/** The problem with one file, if any. */
export const problemOf = (file: File) => firstProblem(attachmentSchema, file)

/** The problem with the files as a whole, if any. */
export const allFilesProblem = (files: File[]) =>
  files.length === 0 ? 'At least one file is required' : filesProblem(files)

/** A numbered request by the student to change what was delivered. */
export const revisionSchema = v.object({
  _id: v.string(),
  number: v.number(),
  reason: v.string(),
  dueAt: v.string(),
  createdAt: v.string(),
  /** When the next version was delivered or the request was withdrawn; null while it is open. */
  closedAt: v.nullable(v.string()),
  /** For the writer of the reason and admins: true while the reason is being reviewed. */
  held: v.optional(v.boolean()),
  /** For the writer of the reason: why it is being reviewed. */
  notice: v.optional(v.string()),
})

export const revisionsSchema = v.array(revisionSchema)

export type Revision = v.InferOutput<typeof revisionSchema>

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

const isRating = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5

/** The input of a rating (docs/product.md, section 3.8). */
export const newRatingSchema = v.object({
  rating: v.optional(v.custom<number | null>(isRating, rating.invalid), null),
  comment: optionalText('Comment', limits.comment),
})
