import * as v from 'valibot'

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
