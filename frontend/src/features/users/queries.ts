import { changeRow } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import type { Role } from '../../lib/session/session'
import { getUserStats, listUsers, updateUserRole, updateUserStatus } from './api'
import type { UserFilter } from './list'
import type { ListedUser } from './types'

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
const saveUser = (id: string, send: () => Promise<ListedUser>) => changeRow<ListedUser>(noun, pages, id, send)

/** As `updateUserStatus`; the lists show the new status at once. */
export const saveUserStatus = (id: string, status: string) => saveUser(id, () => updateUserStatus(id, status))

/** As `updateUserRole`; the lists show the new role at once. */
export const saveUserRole = (id: string, role: Role) => saveUser(id, () => updateUserRole(id, role))
