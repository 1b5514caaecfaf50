import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { downloadExport } from '../../lib/api/download'
import { Failure } from '../../lib/api/failure'
import { queryOf, sendForList } from '../../lib/api/filter'
import type { Role } from '../../lib/session/session'
import { firstProblem } from '../../lib/validation/rules'
import type { UserFilter } from './list'
import { roleChangeSchema, updateUserStatusSchema } from './rules'
import { type ListedUser, listedUserSchema, userStatsSchema, usersSchema } from './types'

/** One page of all accounts, and the total number of matches; for admins. Throws a Failure. */
export const listUsers = (filter: UserFilter, signal?: AbortSignal) =>
  sendForList(usersSchema, '/users', filter, signal)

/** Downloads the accounts, filtered and sorted, as CSV; for admins. Throws a Failure. */
export const exportUsers = (filter: UserFilter) => downloadExport('/users', queryOf(filter))

/** Counts of accounts; for admins. Throws a Failure. */
export const getUserStats = (signal?: AbortSignal) => send(userStatsSchema, '/users/stats', { signal })

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

function updateUser(id: string, body: object): Promise<ListedUser> {
  return sendChange(listedUserSchema, 'PATCH', `/users/${encodeURIComponent(id)}`, body)
}

/** Throws the sentence of a broken rule before anything is sent. */
function refuse(sentence: string | undefined) {
  if (sentence) throw new Failure(0, null, sentence)
}
