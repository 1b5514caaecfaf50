import * as v from 'valibot'

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
export const tutorSchema = v.object({
  _id: v.string(),
  name: v.string(),
  specialization: v.string(),
  averageRating: v.number(),
  ratingCount: v.number(),
  openAssignments: v.number(),
})

export const tutorsSchema = v.array(tutorSchema)

export type Tutor = v.InferOutput<typeof tutorSchema>
