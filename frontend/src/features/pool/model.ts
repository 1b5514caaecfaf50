import * as v from 'valibot'

/**
 * An assignment that any tutor can take (docs/product.md, section 4.8). It names neither the
 * student nor the files. Being listed means that it can be taken.
 */
const openAssignmentSchema = v.object({
  _id: v.string(),
  /** Such as "A-7F3K2M". */
  reference: v.string(),
  title: v.string(),
  description: v.string(),
  subject: v.string(),
  dueDate: v.string(),
  priority: v.string(),
  type: v.string(),
  /** The ordered number of words; null if it is not known. */
  words: v.nullable(v.number()),
  /** What the tutor gets for it, in whole units of the site's currency. */
  earnings: v.number(),
  createdAt: v.string(),
})

export type OpenAssignment = v.InferOutput<typeof openAssignmentSchema>

export const openAssignmentsSchema = v.array(openAssignmentSchema)

/** The reader's own open work, the limit on it, and the subjects in the pool. */
export const poolSummarySchema = v.object({
  open: v.number(),
  limit: v.number(),
  subjects: v.array(v.string()),
})

/** The assignment that was taken. */
export const takenSchema = v.object({ _id: v.string() })

/** The least that the tutor gets for it, in whole units of the site's currency. */
export const leastEarnings = ['50', '100', '250'] as const
