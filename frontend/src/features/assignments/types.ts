import * as v from 'valibot'
import type { FINISHED, newAssignmentSchema, priorities, updateAssignmentFormSchema } from './rules'
import { statuses } from './rules'

export type Status = (typeof statuses)[number]

const known = (word: string) =>
  statuses.find((status) => status === word.trim().toLowerCase().replaceAll(' ', '_'))

/**
 * A status as the interface keeps it: lower case, whatever the case it came in
 * (students are sent "In progress", the desk "in_progress"). One that this
 * version does not know stays as it came.
 */
export const statusSchema = v.pipe(
  v.string(),
  v.transform((word) => known(word) ?? word),
)

/**
 * An assignment as the server sends it (docs/product.md, section 3.1). Times are
 * RFC 3339 in UTC, `fileUrl` is '' without a file, `price` is in whole units of
 * the site's currency; a visitor's submission has the student "Guest" without an id.
 */
export const assignmentSchema = v.object({
  _id: v.string(),
  title: v.string(),
  description: v.string(),
  dueDate: v.string(),
  subject: v.string(),
  /** Low, Medium or High, unless this version does not know it. */
  priority: v.string(),
  status: statusSchema,
  fileUrl: v.string(),
  /** As the file was called where it came from; '' without a file. */
  fileName: v.string(),
  student: v.object({
    _id: v.nullable(v.string()),
    name: v.string(),
    email: v.optional(v.nullable(v.string()), ''),
  }),
  tutor: v.nullable(v.object({ _id: v.string(), name: v.string() })),
  grade: v.string(),
  feedback: v.string(),
  type: v.string(),
  price: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
})

export type Assignment = v.InferOutput<typeof assignmentSchema>

export const assignmentsSchema = v.array(assignmentSchema)

/** Counts over the assignments that the caller may see (docs/product.md, section 3.7). */
export const assignmentStatsSchema = v.object({
  totalAssignments: v.number(),
  pendingAssignments: v.number(),
  completedAssignments: v.number(),
  submittedAssignments: v.number(),
  gradedAssignments: v.number(),
  recentAssignments: v.number(),
  upcomingDueAssignments: v.number(),
  priorityStats: v.array(v.object({ _id: v.string(), priority: v.string(), count: v.number() })),
  subjectStats: v.array(v.object({ _id: v.string(), subject: v.string(), count: v.number() })),
  /** For admins: the change against the 30 days before in per cent, null where there is nothing to compare. */
  trends: v.optional(
    v.object({
      totalAssignments: v.nullable(v.number()),
      pendingAssignments: v.nullable(v.number()),
      completedAssignments: v.nullable(v.number()),
      users: v.nullable(v.number()),
    }),
  ),
  /** For admins: how many came in in each of the last weeks, the oldest first; `week` is its Monday (UTC). */
  weeklyIntake: v.optional(v.array(v.object({ week: v.string(), count: v.number() })), []),
})

export type AssignmentStats = v.InferOutput<typeof assignmentStatsSchema>

/** What the tutor dashboard shows (docs/product.md, section 4.8); money is in whole units of the currency. */
export const tutorDashboardSchema = v.object({
  totalAssignments: v.number(),
  completedAssignments: v.number(),
  pendingAssignments: v.number(),
  totalEarnings: v.number(),
  averageRating: v.number(),
  recentAssignments: assignmentsSchema,
})

export type TutorDashboard = v.InferOutput<typeof tutorDashboardSchema>

/** How many assignments a change of several has changed. */
export const updatedSchema = v.object({ updated: v.number() })

/** What a deletion answers. */
export const deletedSchema = v.object({ message: v.string() })

export type NewAssignment = v.InferInput<typeof newAssignmentSchema>
export type UpdateAssignmentForm = v.InferInput<typeof updateAssignmentFormSchema>

/** A change of an assignment; what is not named stays. No tutor is null, `price` is in whole units. */
export type UpdateAssignment = Partial<
  Omit<UpdateAssignmentForm, 'tutor' | 'price'> & { tutor: string | null; price: number }
>

/** Which of all assignments the desk looks at (docs/product.md, section 3.7); pages count from 1. */
export type AssignmentFilter = {
  status: Status | typeof FINISHED | 'all'
  /** Due when: at any time, or in the future. */
  due: 'all' | 'upcoming'
  priority: (typeof priorities)[number] | 'all'
  /** One subject to the letter; '' is any. */
  subject: string
  /** Handed in by whom: anybody, or the reader. */
  by: 'all' | 'me'
  search: string
  sort: string
  page: number
}
