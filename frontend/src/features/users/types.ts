import * as v from 'valibot'
import { userSchema } from '../../lib/session/session'

/** An account as admins see it. Roles and statuses that this version does not know are kept as they are. */
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
