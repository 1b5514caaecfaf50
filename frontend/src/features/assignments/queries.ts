import { learn, learnRows, makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import type { Source } from '../../lib/live/changes'
import {
  acceptWork,
  cancelAssignment,
  createAssignment,
  deleteAssignment,
  getAssignment,
  getAssignmentStats,
  getTutorDashboard,
  handBackAssignment,
  listAllAssignments,
  listAssignments,
  setPool,
  setPools,
  startAssignment,
  updateAssignment,
  updateAssignments,
} from './api'
import type { AssignmentFilter } from './list'
import type { Assignment, Status, UpdateAssignment } from './types'

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

/** As `createAssignment`. The lists are fetched again even if it is unknown whether the assignment arrived. */
export const handIn = (...args: Parameters<typeof createAssignment>) =>
  makeChange([{ noun, id: '', change: 'create' }], () => createAssignment(...args))

/** Changes one assignment; its page and the lists show the result at once. */
const changeOne = (id: string, send: () => Promise<Assignment>) =>
  makeChange([{ noun, id, change: 'update' }], send, (saved) => {
    learn(assignmentQuery(id).queryKey, () => saved)
    learnRows<Assignment>(pages, (row) => (row._id === id ? saved : row))
  })

/** As `updateAssignment`. */
export const saveAssignment = (id: string, update: UpdateAssignment) =>
  changeOne(id, () => updateAssignment(id, update))

/** As `cancelAssignment`. */
export const saveCancellation = (id: string, reason: string) =>
  changeOne(id, () => cancelAssignment(id, reason))

/** As `startAssignment`. */
export const saveStart = (id: string) => changeOne(id, () => startAssignment(id))

/** As `setPool`. */
export const savePool = (id: string, open: boolean) => changeOne(id, () => setPool(id, open))

/** As `handBackAssignment`. */
export const saveHandBack = (id: string, reason: string) =>
  makeChange([{ noun, id, change: 'update' }], () => handBackAssignment(id, reason))

/** As `setPools`, to open all of them; the lists show the new stage at once. */
export const openPools = (seen: Assignment[]) =>
  changeSeveral(seen, (ids) => setPools(ids, true), { stage: 'pool' })

/** As `updateAssignments`; the lists show the new status at once. */
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

/** As `acceptWork`. */
export const saveAcceptance = (id: string) => changeOne(id, () => acceptWork(id))

/** As `deleteAssignment`; the row disappears from every list at once. */
export const removeAssignment = (id: string) =>
  makeChange(
    [{ noun, id, change: 'delete' }],
    () => deleteAssignment(id),
    () => learnRows<Assignment>(pages, (row) => (row._id === id ? null : row)),
  )
