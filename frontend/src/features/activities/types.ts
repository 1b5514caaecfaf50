import * as v from 'valibot'
import type { Kind } from './kinds'

/** An event; `timestamp` is RFC 3339 (docs/product.md, section 3.9). */
export const recentActivitySchema = v.object({ title: v.string(), timestamp: v.string() })

export const recentActivitiesSchema = v.array(recentActivitySchema)

export type RecentActivity = v.InferOutput<typeof recentActivitySchema>

/** The events of one assignment, each with its kind ("assignment.rated"). */
export const storySchema = v.array(v.object({ kind: v.string(), title: v.string(), timestamp: v.string() }))

export type Story = v.InferOutput<typeof storySchema>

/**
 * An event as admins see it: `title` ends in the title of the assignment or the
 * reference of the quote request that it concerns. An actor without an id has no account, or no longer has one.
 */
export const activitySchema = v.object({
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

/** The filter of the history; pages count from 1. */
export type ActivityFilter = {
  kind: Kind | 'all'
  /** Ids; '' means any. */
  person: string
  assignment: string
  /** The first and the last day in the reader's time zone ("2026-12-01"); '' means no limit. */
  from: string
  to: string
  search: string
  sort: string
  page: number
}
