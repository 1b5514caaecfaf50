import type { Page } from '../../lib/api/client'
import { learnRows, makeChange, type Question } from '../../lib/api/query'
import type { Role } from '../../lib/session/session'
import { getUserStats, listUsers, updateUserRole, updateUserStatus } from './api'
import type { UserFilter } from './list'
import type { ListedUser, UserStats } from './types'

const noun = 'users'

const pages = [noun, 'pages']

/** One page of all accounts, for admins. */
export const usersQuery = (filter: UserFilter): Question<Page<ListedUser>> => ({
  queryKey: [...pages, filter],
  queryFn: ({ signal }) => listUsers(filter, signal),
  meta: { sources: [{ noun }] },
})

/** Counts of accounts, for admins; one of them is the number of people with assignments. */
export const userStatsQuery: Question<UserStats> = {
  queryKey: [noun, 'stats'],
  queryFn: ({ signal }) => getUserStats(signal),
  meta: { sources: [{ noun }, { noun: 'assignments', kinds: ['create', 'delete'] }] },
}

/** Changes an account; the lists show the result at once. */
const saveUser = (id: string, send: () => Promise<ListedUser>) =>
  makeChange([{ noun, id, change: 'update' }], send, (saved) =>
    learnRows<ListedUser>(pages, (row) => (row._id === id ? saved : row)),
  )

/** As `updateUserStatus`; the lists show the new status at once. */
export const saveUserStatus = (id: string, status: string) => saveUser(id, () => updateUserStatus(id, status))

/** As `updateUserRole`; the lists show the new role at once. */
export const saveUserRole = (id: string, role: Role) => saveUser(id, () => updateUserRole(id, role))
