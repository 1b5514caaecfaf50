import * as v from 'valibot'

/** The kinds of things on the board (docs/product.md, section 14), in the order of the filter. */
export const boardKinds = [
  'late',
  'due_soon',
  'unassigned',
  'tutor_inactive',
  'revision_due',
  'quote_unanswered',
  'offer_expiring',
  'request_files_expiring',
  'claim_due',
  'refund_due',
  'payment_missing',
  'text_held',
  'mail_failed',
] as const

export type BoardKind = (typeof boardKinds)[number]

/** Something that waits for an admin. `id` is that of the noun. */
export const boardThingSchema = v.object({
  /** One of `boardKinds`, unless this version does not know it. */
  kind: v.string(),
  noun: v.string(),
  id: v.string(),
  /** Such as "A-7F3K2M" or "Q-7F3K2M". */
  reference: v.string(),
  title: v.string(),
  /** Who is concerned: a name or an address. */
  person: v.string(),
  /** RFC 3339 in UTC; null if it has no deadline. */
  dueAt: v.nullable(v.string()),
  /** As of the answer. */
  overdue: v.boolean(),
  /** Whether it is the reader's own case, so that another admin settles it. */
  ownCase: v.optional(v.boolean()),
})

export type BoardThing = v.InferOutput<typeof boardThingSchema>

export const boardSchema = v.array(boardThingSchema)

/** How many things of each kind there are, and under `overdue` how many of all are overdue. */
export const boardCountsSchema = v.record(v.string(), v.number())

export type BoardCounts = v.InferOutput<typeof boardCountsSchema>

/** The assignments that claims are about. */
export const claimPlacesSchema = v.array(
  v.object({ _id: v.string(), assignment: v.nullable(v.object({ _id: v.string() })) }),
)
