import * as v from 'valibot'

/** An event; `timestamp` is RFC 3339 (docs/product.md, section 3.9). */
const recentActivitySchema = v.object({ title: v.string(), timestamp: v.string() })

export const recentActivitiesSchema = v.array(recentActivitySchema)

export type RecentActivity = v.InferOutput<typeof recentActivitySchema>

/** The events of one assignment, each with its kind ("assignment.rated"). */
export const storySchema = v.array(v.object({ kind: v.string(), title: v.string(), timestamp: v.string() }))

export type Story = v.InferOutput<typeof storySchema>

/**
 * An event as admins see it: `title` ends in the title of the assignment or the
 * reference of the quote request that it concerns. An actor without an id has no account, or no longer has one.
 */
const activitySchema = v.object({
  _id: v.string(),
  kind: v.string(),
  title: v.string(),
  actor: v.object({ _id: v.nullable(v.string()), name: v.string() }),
  user: v.nullable(v.object({ _id: v.string(), name: v.string() })),
  assignment: v.nullable(v.object({ _id: v.string(), title: v.string() })),
  quote: v.nullable(v.object({ _id: v.string(), reference: v.string() })),
  timestamp: v.string(),
})

export type Activity = v.InferOutput<typeof activitySchema>

export const activitiesSchema = v.array(activitySchema)
