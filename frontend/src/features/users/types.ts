import * as v from 'valibot'
import { type Role, userSchema } from '../../lib/session/session'

/** An account as admins read it: role and status are shown as they are, even if this version does not know them. */
export const listedUserSchema = v.object({
  ...userSchema.entries,
  role: v.string(),
  status: v.optional(v.string(), 'active'),
})

export type ListedUser = v.InferOutput<typeof listedUserSchema>

export const usersSchema = v.array(listedUserSchema)

/** Counts of accounts (docs/product.md, section 3.7). */
export const userStatsSchema = v.object({
  totalUsers: v.number(),
  adminUsers: v.number(),
  studentUsers: v.number(),
  tutorUsers: v.optional(v.number(), 0),
  usersWithAssignments: v.number(),
})

export type UserStats = v.InferOutput<typeof userStatsSchema>

/** Which of all accounts the desk looks at; pages count from 1. */
export type UserFilter = { role: Role | 'all'; search: string; sort: string; page: number }
