import * as v from 'valibot'
import * as limits from '#domain/limits.json'
import { fileStateSchema } from '../../lib/api/download'
import { holdsUntil } from '../../lib/time/time'
import { isTime, isWholeCents } from '../../lib/validation/checks'
import { checkedText, isBlank, optionalText, requiredText } from '../../lib/validation/rules'
import { statusNames } from './words.en'

/** The statuses that admins set, in the order of the work (docs/product.md, section 3.4). */
export const statuses = ['pending', 'submitted', 'in_progress', 'revision', 'completed', 'graded'] as const

/** All statuses. Nobody sets `cancelled`: it takes a reason (docs/product.md, section 10.3). */
const knownStatuses = [...statuses, 'cancelled'] as const

/** Where an order stands, in the order of the work (docs/product.md, section 10.1). */
export const stages = [
  'unassigned',
  'pool',
  'assigned',
  'in_progress',
  'revision',
  'delivered',
  'accepted',
  'cancelled',
] as const

/** The priorities from low to high (docs/product.md, section 3.1). */
export const priorities = ['Low', 'Medium', 'High'] as const

/** The choices of a select of statuses. */
export const statusChoices = statuses.map((status) => ({ value: status, label: statusNames[status] }))

/** The filter value that means finished work (docs/product.md, section 3.7). */
export const FINISHED = 'completed,graded'

/** Completed and graded work is finished (docs/product.md, section 3.4). */
const isFinished = (status: string) => status === 'completed' || status === 'graded'

/** Whether nothing is left to do by the due date: the work is finished or cancelled. */
export const isClosed = (status: string) => isFinished(status) || status === 'cancelled'

/**
 * The listed actions that can still be taken at a time (milliseconds, by the
 * server's clock). `until` includes its last instant; null has no limit.
 */
export const actionsAt = (actions: OpenAction[], now: number): OpenAction[] =>
  actions.filter(({ until }) => until === null || holdsUntil(until, now))

/** Whether an action is among the listed ones and can still be taken at a time (milliseconds, by the server's clock). */
export const isOpen = (actions: OpenAction[], action: string, now: number): boolean =>
  actionsAt(actions, now).some((open) => open.action === action)

/** The fields of a new assignment, without its file (docs/product.md, section 3.2). */
export const newAssignmentSchema = v.object({
  title: requiredText('Title', limits.title),
  description: requiredText('Description', limits.description),
  dueDate: checkedText((value) => {
    if (isBlank(value)) return 'Due date is required'
    if (!isTime(value)) return 'Due date is invalid'
  }),
  subject: requiredText('Subject', limits.subject),
  priority: checkedText((value) => {
    const known = priorities.some((priority) => priority.toLowerCase() === value.trim().toLowerCase())
    if (!isBlank(value) && !known) return 'Priority must be Low, Medium or High'
  }),
})

/** The fields of an assignment that admins change (docs/product.md, section 3.5). */
export const updateAssignmentSchema = v.object({
  status: checkedText((value) => {
    if (!statuses.some((status) => status === value.trim().toLowerCase())) return 'Invalid status value'
  }),
  grade: optionalText('Grade', limits.grade),
  feedback: optionalText('Feedback', limits.feedback),
})

/** The input of a bulk change of status (docs/product.md, section 3.7). */
export const updateAssignmentsSchema = v.object({
  ids: v.pipe(
    v.array(v.string()),
    v.minLength(1, 'Choose at least one assignment'),
    v.maxLength(limits.assignmentsAtOnce, `Choose at most ${limits.assignmentsAtOnce} assignments`),
  ),
  status: updateAssignmentSchema.entries.status,
})

/** The change as its form holds it: the tutor's id or '', and the price as it was typed, in whole units. */
export const updateAssignmentFormSchema = v.object({
  ...updateAssignmentSchema.entries,
  tutor: v.string(),
  type: optionalText('Type', limits.assignmentType),
  price: checkedText((value) => {
    const price = Number(value)
    if (Number.isNaN(price) || price < 0) return 'Price must be zero or more'
    if (price > limits.amount) return 'Price must be at most 1,000,000'
    if (!isWholeCents(price)) return 'Price must have at most two decimals'
  }),
})

export type Status = (typeof knownStatuses)[number]
export type Stage = (typeof stages)[number]

const known = (word: string) =>
  knownStatuses.find((status) => status === word.trim().toLowerCase().replaceAll(' ', '_'))

/**
 * A status as the interface keeps it: in lower case. The server sends "In progress"
 * to students and "in_progress" to admins. An unknown status stays as it was sent.
 */
export const statusSchema = v.pipe(
  v.string(),
  v.transform((word) => known(word) ?? word),
)

/** A time as RFC 3339 in UTC, or null while there is none. */
const timeOrNone = v.nullable(v.string())

/** Something that the reader can do to an assignment, up to and including `until`; null means no time limit. */
const openActionSchema = v.object({ action: v.string(), until: timeOrNone })

export type OpenAction = v.InferOutput<typeof openActionSchema>

/**
 * An assignment as the server sends it (docs/product.md, sections 3.1 and 10). Times are
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
  /** The original name of the file; '' without a file. */
  fileName: v.string(),
  student: v.object({
    _id: v.nullable(v.string()),
    name: v.string(),
    email: v.optional(v.nullable(v.string()), ''),
  }),
  /** `averageRating` is from 1 to 5, or 0 without ratings. */
  tutor: v.nullable(
    v.object({ _id: v.string(), name: v.string(), averageRating: v.number(), ratingCount: v.number() }),
  ),
  grade: v.string(),
  feedback: v.string(),
  type: v.string(),
  /** For its tutor: their share of the price less approved refunds, nothing once cancelled. */
  price: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
  /** Such as "A-7F3K2M". */
  reference: v.string(),
  /** One of `stages`, unless this version does not know it. */
  stage: v.string(),
  /** The id of the quote request that it began as. */
  quote: v.nullable(v.string()),
  /** The ordered number of words; null if it is not known. */
  words: v.nullable(v.number()),
  /** The version of the policies that it follows; null if it is not known. */
  policyVersion: v.nullable(v.string()),
  /** The files of the brief: its own and those of its quote request. Sizes are in bytes; `purgedAt` is when the file itself was deleted. */
  materials: v.array(
    v.object({
      _id: v.string(),
      name: v.string(),
      size: v.number(),
      url: v.string(),
      purgedAt: v.optional(v.nullable(v.string())),
      state: fileStateSchema,
    }),
  ),
  /** The number of its latest delivered version; 0 before the first. */
  lastVersion: v.optional(v.number(), 0),
  deliveredAt: timeOrNone,
  revisionUntil: timeOrNone,
  refundUntil: timeOrNone,
  acceptedAt: timeOrNone,
  /** What the reader can do to it, as of the answer. */
  actions: v.array(openActionSchema),
  /** Whether the reader is an admin whose own case it is: another admin decides. */
  ownCase: v.optional(v.boolean()),
  /** For its student and admins: what was received less what was returned. */
  amountPaid: v.optional(v.number()),
  /** For its student and admins: what is still to be paid. */
  amountDue: v.optional(v.number()),
  /** For its student and admins: why it was cancelled; null if it was not. */
  cancelReason: v.optional(v.nullable(v.string())),
  /** For admins: why its last tutor handed it back; null once it has another one. */
  handBackReason: v.optional(v.nullable(v.string())),
  /** For its tutor: their share of the price. */
  earnings: v.optional(v.number()),
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
  /** For admins: the change from the previous 30 days in per cent, null if there is nothing to compare. */
  trends: v.optional(
    v.object({
      totalAssignments: v.nullable(v.number()),
      pendingAssignments: v.nullable(v.number()),
      completedAssignments: v.nullable(v.number()),
      users: v.nullable(v.number()),
    }),
  ),
  /** For admins: the number of new assignments in each of the last weeks, oldest first; `week` is its Monday (UTC). */
  weeklyIntake: v.optional(v.array(v.object({ week: v.string(), count: v.number() })), []),
})

export type AssignmentStats = v.InferOutput<typeof assignmentStatsSchema>

/** The data of the tutor dashboard (docs/product.md, section 4.8); money is in whole units of the currency. */
export const tutorDashboardSchema = v.object({
  totalAssignments: v.number(),
  completedAssignments: v.number(),
  pendingAssignments: v.number(),
  totalEarnings: v.number(),
  averageRating: v.number(),
  recentAssignments: assignmentsSchema,
})

export type TutorDashboard = v.InferOutput<typeof tutorDashboardSchema>

/** The answer to a bulk change: how many assignments were changed. */
export const updatedSchema = v.object({ updated: v.number() })

/** The answer to a deletion and to handing back. */
export const messageSchema = v.object({ message: v.string() })

export type NewAssignment = v.InferInput<typeof newAssignmentSchema>
export type UpdateAssignmentForm = v.InferInput<typeof updateAssignmentFormSchema>

/** A change of an assignment; fields that are left out stay. `tutor` is null for no tutor, `price` is in whole units. */
export type UpdateAssignment = Partial<
  Omit<UpdateAssignmentForm, 'tutor' | 'price'> & { tutor: string | null; price: number }
>
