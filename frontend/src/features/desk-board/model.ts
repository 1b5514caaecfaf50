import * as v from 'valibot'

/** Something that waits for an admin. `id` is that of the noun. */
const boardThingSchema = v.object({
  /** One of `kindNames`, unless this version does not know it. */
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

/** The kinds of waiting work that an admin settles in the dialog of the assignment. */
const settledInDialog = ['unassigned', 'tutor_inactive']

/**
 * The address at which an admin does what a thing on the board asks for.
 * `claims` has the ids of the assignments that claims are about, by the id of
 * the claim, once they are known.
 */
export function placeOf({ kind, noun, id }: BoardThing, claims: Record<string, string> = {}): string {
  const named = encodeURIComponent(id)
  switch (noun) {
    case 'quotes':
      return `/admin/dashboard/quotes?quote=${named}`
    case 'assignments':
      return settledInDialog.includes(kind) ? `/admin/dashboard?update=${named}` : `/assignments/${named}`
    case 'claims':
      return claims[id] ? `/assignments/${encodeURIComponent(claims[id])}#claims` : '/admin/dashboard/claims'
    case 'texts':
      return '/admin/dashboard/texts'
    case 'mails':
      return '/admin/dashboard/mails?status=failed'
    default:
      return '/admin/dashboard'
  }
}
