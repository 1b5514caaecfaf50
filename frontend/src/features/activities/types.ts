import * as v from 'valibot'
import type { Kind } from './kinds'

/** One thing that happened; `timestamp` is RFC 3339 (docs/product.md, section 3.9). */
export const recentActivitySchema = v.object({ title: v.string(), timestamp: v.string() })

export const recentActivitiesSchema = v.array(recentActivitySchema)

export type RecentActivity = v.InferOutput<typeof recentActivitySchema>

/** One thing that happened to an assignment, with its kind ("assignment.rated"). */
export const storySchema = v.array(v.object({ kind: v.string(), title: v.string(), timestamp: v.string() }))

export type Story = v.InferOutput<typeof storySchema>

/**
 * One thing that happened, as the desk reads it: `title` ends in the title of
 * the assignment or the reference of the quote request that it concerns; an actor without an id is no account, or none any more.
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

/** Which part of the history the desk looks at; pages count from 1. */
export type ActivityFilter = {
  kind: Kind | 'all'
  /** Ids; '' is any. */
  person: string
  assignment: string
  /** The first and the last day, where the reader is ("2026-12-01"); '' is open. */
  from: string
  to: string
  search: string
  sort: string
  page: number
}
