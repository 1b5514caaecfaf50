import { sendChange } from '../../lib/api/change'
import { type Page, send, sendForPage } from '../../lib/api/client'
import { downloadExport, linkTo } from '../../lib/api/download'
import { Failure } from '../../lib/api/failure'
import { queryOf, sendForList } from '../../lib/api/filter'
import { sendForm } from '../../lib/api/upload'
import { hasToken } from '../../lib/session/session'
import { firstProblem } from '../../lib/validation/rules'
import type { AssignmentFilter } from './list'
import { updateAssignmentsSchema } from './rules'
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
  updatedSchema,
} from './types'

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
 * visitor. `dueDate` is RFC 3339. Throws a Failure.
 */
export function createAssignment(
  assignment: NewAssignment,
  file: File | null,
  upload: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
): Promise<Assignment> {
  const form = new FormData()
  for (const [name, value] of Object.entries(assignment)) form.append(name, value)
  if (file) form.append('file', file)
  return sendForm(assignmentSchema, hasToken() ? '/assignments' : '/assignments/public', form, upload)
}

/** Changes the given fields of an assignment; for admins (docs/product.md, section 3.5). Throws a Failure. */
export const updateAssignment = (id: string, change: UpdateAssignment) =>
  sendChange(assignmentSchema, 'PATCH', `/assignments/${encodeURIComponent(id)}`, change)

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

/** Deletes an assignment and its file for everyone (docs/product.md, section 3.6). Throws a Failure. */
export async function deleteAssignment(id: string): Promise<void> {
  await sendChange(messageSchema, 'DELETE', `/assignments/${encodeURIComponent(id)}`)
}

/** Cancels an order for a reason; for its student and admins (docs/product.md, section 10.3). Throws a Failure. */
export const cancelAssignment = (id: string, reason: string) =>
  sendChange(assignmentSchema, 'POST', `/assignments/${encodeURIComponent(id)}/cancel`, { reason })

/** Starts the work; for its tutor. Throws a Failure. */
export const startAssignment = (id: string) =>
  sendChange(assignmentSchema, 'POST', `/assignments/${encodeURIComponent(id)}/start`)

/** Gives an assignment back to the desk for a reason; for its tutor, who cannot read it afterwards. Throws a Failure. */
export async function handBackAssignment(id: string, reason: string): Promise<void> {
  const path = `/assignments/${encodeURIComponent(id)}/hand-back`
  await sendChange(messageSchema, 'POST', path, { reason })
}

/** Opens an assignment to tutors, or takes it out of the pool; for admins. Throws a Failure. */
export const setPool = (id: string, open: boolean) =>
  sendChange(assignmentSchema, 'PUT', `/assignments/${encodeURIComponent(id)}/pool`, { open })

/** As `setPool` for several assignments, all of them or none. Throws a Failure, whose problems name the blocking ones by id. */
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

/** Accepts what was delivered; for its student (docs/product.md, section 10.3). Throws a Failure. */
export const acceptWork = (id: string) =>
  sendChange(assignmentSchema, 'POST', `/assignments/${encodeURIComponent(id)}/accept`)

/** A fresh link to an assignment's file, valid for 15 minutes. Throws a Failure. */
export const linkAssignmentFile = (id: string) => linkTo(`/assignments/${encodeURIComponent(id)}/link`)
