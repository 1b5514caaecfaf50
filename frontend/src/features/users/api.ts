import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { downloadExport } from '../../lib/api/download'
import { Failure } from '../../lib/api/failure'
import { queryOf, sendForList } from '../../lib/api/filter'
import { changeRow, question } from '../../lib/api/query'
import type { Role } from '../../lib/session/session'
import { firstProblem } from '../../lib/validation/rules'
import type { UserFilter } from './list'
import {
  type ListedUser,
  listedUserSchema,
  roleChangeSchema,
  tutorStatsSchema,
  tutorsSchema,
  updateUserStatusSchema,
  userStatsSchema,
  usersSchema,
} from './model'

/** One page of all accounts, and the total number of matches; for admins. Throws a Failure. */
export const listUsers = (filter: UserFilter, signal?: AbortSignal) =>
  sendForList(usersSchema, '/users', filter, signal)

/** Downloads the accounts, filtered and sorted, as CSV; for admins. Throws a Failure. */
export const exportUsers = (filter: UserFilter) => downloadExport('/users', queryOf(filter))

/** Counts of accounts; for admins. Throws a Failure. */
export const getUserStats = (signal?: AbortSignal) => send(userStatsSchema, '/users/stats', { signal })

/** Throws the sentence of a broken rule before anything is sent. */
function refuse(sentence: string | undefined) {
  if (sentence) throw new Failure(0, null, sentence)
}

const noun = 'users'

const pages = [noun, 'pages']

/** One page of all accounts, for admins. */
export const usersQuery = (filter: UserFilter) =>
  question([...pages, filter], (signal) => listUsers(filter, signal), [noun])

/** Counts of accounts, for admins; one of them is the number of people with assignments. */
export const userStatsQuery = question([noun, 'stats'], getUserStats, [
  noun,
  { noun: 'assignments', kinds: ['create', 'delete'] },
])

/** Changes an account; the lists show the result at once. */
const updateUser = (id: string, body: object): Promise<ListedUser> =>
  changeRow<ListedUser>(noun, pages, id, () =>
    sendChange(listedUserSchema, 'PATCH', `/users/${encodeURIComponent(id)}`, body),
  )

/** Activates or deactivates an account; for admins (docs/product.md, section 1). Throws a Failure. */
export async function updateUserStatus(id: string, status: string): Promise<ListedUser> {
  refuse(firstProblem(updateUserStatusSchema, { id, status }))
  return updateUser(id, { status })
}

/** Gives an account another role; for admins (docs/product.md, section 1). Throws a Failure. */
export async function updateUserRole(id: string, role: Role): Promise<ListedUser> {
  refuse(firstProblem(roleChangeSchema, role))
  return updateUser(id, { role })
}

/** The caller's counts as a tutor (docs/product.md, section 3.8). Throws a Failure. */
export const getTutorStats = (signal?: AbortSignal) =>
  send(tutorStatsSchema, '/users/tutor-stats', { signal })

/** The active tutors by name, with rating and open work; for admins (docs/product.md, section 3.5). Throws a Failure. */
export const listTutors = (signal?: AbortSignal) => send(tutorsSchema, '/tutors', { signal })

/** The reader's counts as a tutor. */
export const tutorStatsQuery = question(['tutors', 'stats'], getTutorStats, ['assignments'])

/** The active tutors with rating and open work, for admins. */
export const tutorsQuery = question(['tutors', 'active'], listTutors, ['assignments', 'users'])
