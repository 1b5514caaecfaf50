import * as v from 'valibot'
import { roles, userSchema } from '../../lib/session/session'
import { checkedText, isBlank } from '../../lib/validation/rules'

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

/** The statuses of an account (docs/product.md, section 1). */
const userStatuses = ['active', 'inactive'] as const

/** The input of a change of status (docs/product.md, section 1). */
export const updateUserStatusSchema = v.pipe(
  v.object({ id: v.string(), status: v.string() }),
  v.check(({ id, status }) => !isBlank(id) && !isBlank(status), 'User ID and status are required'),
  v.check(
    ({ status }) => isBlank(status) || userStatuses.some((known) => known === status),
    'Invalid status value',
  ),
)

/** The input of a change of role (docs/product.md, section 1). */
export const roleChangeSchema = checkedText((role) =>
  roles.some((known) => known === role) ? undefined : 'Invalid role value',
)

/** The change from the previous 30 days, in per cent; null if there is nothing to compare. */
const trendSchema = v.optional(v.nullable(v.number()), null)

const noTrends = { totalAssignments: null, completedAssignments: null, totalEarnings: null }

/** A tutor's counts (docs/product.md, section 3.8); `totalEarnings` is in whole units of the currency. */
export const tutorStatsSchema = v.object({
  totalAssignments: v.number(),
  completedAssignments: v.number(),
  averageRating: v.number(),
  totalEarnings: v.number(),
  trends: v.optional(
    v.object({
      totalAssignments: trendSchema,
      completedAssignments: trendSchema,
      totalEarnings: trendSchema,
    }),
    noTrends,
  ),
})

export type TutorStats = v.InferOutput<typeof tutorStatsSchema>

/** An active tutor, for the choice of one: the rating is from 1 to 5, or 0 without any. */
const tutorSchema = v.object({
  _id: v.string(),
  name: v.string(),
  specialization: v.string(),
  averageRating: v.number(),
  ratingCount: v.number(),
  openAssignments: v.number(),
})

export const tutorsSchema = v.array(tutorSchema)

export type Tutor = v.InferOutput<typeof tutorSchema>
