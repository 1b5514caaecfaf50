import * as v from 'valibot'

/** A text that seems to contain contact details. The other side reads it once it is released. */
export const heldTextSchema = v.object({
  _id: v.string(),
  /** What it is a part of: deliveries, revisions or reviews, unless this version does not know it. */
  noun: v.string(),
  id: v.string(),
  text: v.string(),
  /** Null once the account is deleted. */
  writer: v.nullable(v.object({ _id: v.string(), name: v.string() })),
  /** One of `statusWords`, unless this version does not know it. */
  status: v.string(),
  createdAt: v.string(),
  assignment: v.nullable(v.object({ _id: v.string(), reference: v.string(), title: v.string() })),
  /** Whether the reader wrote it, or it was written for them, so that another admin decides. */
  ownCase: v.optional(v.boolean()),
})

export type HeldText = v.InferOutput<typeof heldTextSchema>

export const heldTextsSchema = v.array(heldTextSchema)

/** What an admin decides about a held text. */
export type Decision = 'release' | 'remove'
