import * as v from 'valibot'
import { fileStateSchema } from '../../lib/api/file-state'

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
