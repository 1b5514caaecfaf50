import { sendChange } from '../../lib/api/change'
import { type Page, send, sendForPage } from '../../lib/api/client'
import { downloadExport, linkTo } from '../../lib/api/download'
import { Failure } from '../../lib/api/failure'
import { queryOf, sendForList } from '../../lib/api/filter'
import { learn, learnRows, makeChange, question } from '../../lib/api/query'
import { sendForm } from '../../lib/api/upload'
import type { Source } from '../../lib/live/changes'
import { hasToken } from '../../lib/session/session'
import { firstProblem } from '../../lib/validation/rules'
import type { AssignmentFilter } from './list'
import {
  type Assignment,
  assignmentSchema,
  assignmentStatsSchema,
  assignmentsSchema,
  messageSchema,
  type NewAssignment,
  type Status,
  tutorDashboardSchema,
  type UpdateAssignment,
  updateAssignmentsSchema,
  updatedSchema,
} from './model'

/**
 * One page of the caller's own assignments, newest first, and their total number. A student's
 * are those they handed in; a tutor's are those given to them or, with `by=me`, those they handed in. Throws a Failure.
 */
export const listAssignments = (filter: Record<string, string>, page: number, signal?: AbortSignal) =>
  sendForPage(assignmentsSchema, '/assignments', { query: filter, page, signal })

/** One assignment that the caller may read. Throws a Failure. */
export const getAssignment = (id: string, signal?: AbortSignal) =>
  send(assignmentSchema, `/assignments/${encodeURIComponent(id)}`, { signal })

/** The tutor dashboard: totals and the newest assignments (docs/product.md, section 4.8). Throws a Failure. */
export const getTutorDashboard = (signal?: AbortSignal) =>
  send(tutorDashboardSchema, '/assignments/tutor-assignments', { signal })

/** One page of all assignments, and the total number of matches; for admins. Throws a Failure. */
export function listAllAssignments(
  filter: AssignmentFilter,
  signal?: AbortSignal,
): Promise<Page<Assignment>> {
  return sendForList(assignmentsSchema, '/assignments/all', filter, signal)
}

/** Downloads all assignments, filtered and sorted, as CSV; for admins. Throws a Failure. */
export const exportAssignments = (filter: AssignmentFilter) => downloadExport('/assignments', queryOf(filter))

/** Statistics of the assignments that the caller may see (docs/product.md, section 3.7). Throws a Failure. */
export const getAssignmentStats = (signal?: AbortSignal) =>
  send(assignmentStatsSchema, '/assignments/stats', { signal })

/**
 * Hands in an assignment, with its file if there is one (docs/product.md,
 * section 3.2): as the signed-in person if a token is stored, otherwise as a
 * visitor. `dueDate` is RFC 3339. The lists are fetched again even if it is unknown whether it
 * arrived. Throws a Failure.
 */
export function createAssignment(
  assignment: NewAssignment,
  file: File | null,
  upload: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
): Promise<Assignment> {
  const form = new FormData()
  for (const [name, value] of Object.entries(assignment)) form.append(name, value)
  if (file) form.append('file', file)
  return makeChange([{ noun, id: '', change: 'create' }], () =>
    sendForm(assignmentSchema, hasToken() ? '/assignments' : '/assignments/public', form, upload),
  )
}

/**
 * Gives several assignments one status, all of them or none; for admins
 * (docs/product.md, section 3.7). The request states the status that each was
 * seen with. Throws a Failure, whose problems name the blocking assignments by id.
 */
export async function updateAssignments(
  seen: Pick<Assignment, '_id' | 'status'>[],
  status: Status,
): Promise<void> {
  const problem = firstProblem(updateAssignmentsSchema, { ids: seen.map(({ _id }) => _id), status })
  if (problem) throw new Failure(0, null, problem)
  const expected = Object.fromEntries(seen.map((assignment) => [assignment._id, assignment.status]))
  const body = { ids: Object.keys(expected), status, expected }
  await sendChange(updatedSchema, 'PATCH', '/assignments', body)
}

/** Opens several assignments to tutors, or takes them out of the pool, all of them or none; for admins. Throws a Failure, whose problems name the blocking ones by id. */
export async function setPools(ids: string[], open: boolean): Promise<void> {
  const problem = firstProblem(updateAssignmentsSchema.entries.ids, ids)
  if (problem) throw new Failure(0, null, problem)
  await sendChange(updatedSchema, 'PUT', '/assignments/pool', { ids, open })
}

/** A fresh link to all files of an assignment's brief in one ZIP file, valid for 15 minutes. Throws a Failure. */
export const linkMaterials = (id: string) =>
  linkTo(`/assignments/${encodeURIComponent(id)}/materials-zip/link`)

/** A fresh link to a file of an assignment's brief, valid for 15 minutes. Throws a Failure. */
export const linkMaterial = (id: string, file: string) =>
  linkTo(`/assignments/${encodeURIComponent(id)}/materials/${encodeURIComponent(file)}/link`)

/** A fresh link to an assignment's file, valid for 15 minutes. Throws a Failure. */
export const linkAssignmentFile = (id: string) => linkTo(`/assignments/${encodeURIComponent(id)}/link`)

const noun = 'assignments'

/** The common key of all pages of assignments. */
const pages = [noun, 'pages']

/** Assignments show the names of their student and tutor, so changes of accounts concern them. */
const people: Source = { noun: 'users', kinds: ['update', 'delete'] }

/** One assignment. */
export const assignmentQuery = (id: string) =>
  question([noun, 'one', id], (signal) => getAssignment(id, signal), [{ noun, id }, people])

/** One page of the reader's own assignments; pages count from 1. */
export const ownAssignmentsQuery = (filter: Record<string, string>, page: number) =>
  question([...pages, 'own', filter, page], (signal) => listAssignments(filter, page, signal), [noun])

/** One page of all assignments, for admins. */
export const allAssignmentsQuery = (filter: AssignmentFilter) =>
  question([...pages, 'all', filter], (signal) => listAllAssignments(filter, signal), [noun, people])

/** Statistics of the assignments that the reader may see. Those of admins count new accounts too. */
export const assignmentStatsQuery = question([noun, 'stats'], getAssignmentStats, [
  noun,
  { noun: 'users', kinds: ['create', 'delete'] },
])

/** The tutor dashboard. */
export const tutorDashboardQuery = question([noun, 'tutor-dashboard'], getTutorDashboard, [noun])

/** Changes one assignment; its page and the lists show the result at once. */
const changeOne = (id: string, send: () => Promise<Assignment>) =>
  makeChange([{ noun, id, change: 'update' }], send, (saved) => {
    learn(assignmentQuery(id).queryKey, () => saved)
    learnRows<Assignment>(pages, (row) => (row._id === id ? saved : row))
  })

/**
 * Changes the given fields of an assignment; for admins (docs/product.md, section 3.5). Throws a
 * Failure.
 */
export const updateAssignment = (id: string, change: UpdateAssignment) =>
  changeOne(id, () => sendChange(assignmentSchema, 'PATCH', `/assignments/${encodeURIComponent(id)}`, change))

/**
 * Cancels an order for a reason; for its student and admins (docs/product.md, section 10.3). Throws
 * a Failure.
 */
export const cancelAssignment = (id: string, reason: string) =>
  changeOne(id, () =>
    sendChange(assignmentSchema, 'POST', `/assignments/${encodeURIComponent(id)}/cancel`, { reason }),
  )

/** Starts the work; for its tutor. Throws a Failure. */
export const startAssignment = (id: string) =>
  changeOne(id, () => sendChange(assignmentSchema, 'POST', `/assignments/${encodeURIComponent(id)}/start`))

/** Opens an assignment to tutors, or takes it out of the pool; for admins. Throws a Failure. */
export const setPool = (id: string, open: boolean) =>
  changeOne(id, () =>
    sendChange(assignmentSchema, 'PUT', `/assignments/${encodeURIComponent(id)}/pool`, { open }),
  )

/**
 * Gives an assignment back to the desk for a reason; for its tutor, who cannot read it afterwards.
 * Throws a Failure.
 */
export const handBackAssignment = (id: string, reason: string) =>
  makeChange([{ noun, id, change: 'update' }], () =>
    sendChange(messageSchema, 'POST', `/assignments/${encodeURIComponent(id)}/hand-back`, { reason }),
  )

/** Opens several assignments with `setPools`; the lists show the new stage at once. */
export const openPools = (seen: Assignment[]) =>
  changeSeveral(seen, (ids) => setPools(ids, true), { stage: 'pool' })

/** Gives several assignments one status with `updateAssignments`; the lists show it at once. */
export const saveStatuses = (seen: Assignment[], status: Status) =>
  changeSeveral(seen, () => updateAssignments(seen, status), { status })

/** Changes several assignments; the lists show what they have in common then at once. */
function changeSeveral(
  seen: Assignment[],
  send: (ids: string[]) => Promise<void>,
  common: Partial<Assignment>,
) {
  const ids = seen.map(({ _id }) => _id)
  return makeChange(
    ids.map((id) => ({ noun, id, change: 'update' })),
    () => send(ids),
    () => learnRows<Assignment>(pages, (row) => (ids.includes(row._id) ? { ...row, ...common } : row)),
  )
}

/** Accepts what was delivered; for its student (docs/product.md, section 10.3). Throws a Failure. */
export const acceptWork = (id: string) =>
  changeOne(id, () => sendChange(assignmentSchema, 'POST', `/assignments/${encodeURIComponent(id)}/accept`))

/**
 * Deletes an assignment and its file for everyone (docs/product.md, section 3.6). The row disappears
 * from every list at once. Throws a Failure.
 */
export const deleteAssignment = (id: string) =>
  makeChange(
    [{ noun, id, change: 'delete' }],
    () => sendChange(messageSchema, 'DELETE', `/assignments/${encodeURIComponent(id)}`),
    () => learnRows<Assignment>(pages, (row) => (row._id === id ? null : row)),
  )
