import * as v from 'valibot'
import { holdsUntil } from '../../lib/time/until'
import { isWholeCents } from '../../lib/validation/amount'
import { checkedText, isBlank, optionalText, requiredText } from '../../lib/validation/rules'
import { isTime } from '../../lib/validation/time'
import type { OpenAction } from './types'
import { statusNames } from './words'

/** The statuses that admins set, in the order of the work (docs/product.md, section 3.4). */
export const statuses = ['pending', 'submitted', 'in_progress', 'revision', 'completed', 'graded'] as const

/** All statuses. Nobody sets `cancelled`: it takes a reason (docs/product.md, section 10.3). */
export const knownStatuses = [...statuses, 'cancelled'] as const

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
  title: requiredText('Title', 200),
  description: requiredText('Description', 20_000),
  dueDate: checkedText((value) => {
    if (isBlank(value)) return 'Due date is required'
    if (!isTime(value)) return 'Due date is invalid'
  }),
  subject: requiredText('Subject', 120),
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
  grade: optionalText('Grade', 40),
  feedback: optionalText('Feedback', 10_000),
})

/** The most assignments that one bulk change may include (docs/product.md, section 3.7). */
const MOST_AT_ONCE = 500

/** The input of a bulk change of status (docs/product.md, section 3.7). */
export const updateAssignmentsSchema = v.object({
  ids: v.pipe(
    v.array(v.string()),
    v.minLength(1, 'Choose at least one assignment'),
    v.maxLength(MOST_AT_ONCE, `Choose at most ${MOST_AT_ONCE} assignments`),
  ),
  status: updateAssignmentSchema.entries.status,
})

/** The largest price, in whole units of the currency (docs/product.md, section 6). */
const MAX_PRICE = 1_000_000

/** The change as its form holds it: the tutor's id or '', and the price as it was typed, in whole units. */
export const updateAssignmentFormSchema = v.object({
  ...updateAssignmentSchema.entries,
  tutor: v.string(),
  type: optionalText('Type', 60),
  price: checkedText((value) => {
    const price = Number(value)
    if (Number.isNaN(price) || price < 0) return 'Price must be zero or more'
    if (price > MAX_PRICE) return 'Price must be at most 1,000,000'
    if (!isWholeCents(price)) return 'Price must have at most two decimals'
  }),
})
