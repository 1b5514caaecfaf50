import { startTransition, useOptimistic, useState } from 'react'
import { useRevalidator } from 'react-router'
import { exportUsers, updateUserRole, updateUserStatus } from '../../features/users/api'
import { RoleWarning } from '../../features/users/role-warning'
import type { UserFilter } from '../../features/users/types'
import { UserFilters } from '../../features/users/user-filters'
import { UserTable } from '../../features/users/user-table'
import { readMessage, toFailure } from '../../lib/failure'
import { type Role, sessionAtom, type User } from '../../lib/session'
import { useAtomValue } from '../../lib/store'
import { showToast } from '../../ui/toast-state'
import { isTold } from '../loading'
import { userAddressOf } from './admin-filter'
import { DeskList, type Shown } from './desk-list'

/** All accounts: the list, standing and role (docs/product.md, section 4.5). */
export function AdminUsers({ filter, found }: Shown<User, UserFilter>) {
  const { user: self } = useAtomValue(sessionAtom)
  const { revalidate } = useRevalidator()
  const [proposal, setProposal] = useState<{ user: User; role: Role } | null>(null)

  // What was chosen shows at once, and goes back where it is refused.
  const [changed, mark] = useOptimistic<User[], User>([], (users, user) => [...users, user])

  const update = (user: User, send: () => Promise<User>, done: string) =>
    startTransition(async () => {
      mark(user)
      try {
        await send()
        showToast({ tone: 'success', title: done, seconds: 3 })
      } catch (error) {
        const failure = toFailure(error)
        const title = readMessage(failure, 'Failed to update user status')
        if (isTold(failure)) showToast({ tone: 'error', title, seconds: 5 })
      }
      await revalidate()
    })
  const setStatus = (user: User, status: User['status']) =>
    update({ ...user, status }, () => updateUserStatus(user._id, status), 'User status updated successfully')
  const confirmRole = () => {
    setProposal(null)
    if (!proposal) return
    const { user, role } = proposal
    update({ ...user, role }, () => updateUserRole(user._id, role), 'User role updated successfully')
  }

  return (
    <>
      <DeskList
        filter={filter}
        found={found}
        addressOf={userAddressOf}
        Filters={UserFilters}
        loading="Loading users"
        rowHeight={3}
        failure="Failed to fetch users"
        empty={{ matches: 'No user matches' }}
        onExport={exportUsers}
      >
        {(rows, change) => (
          <UserTable
            users={rows.map((user) => changed.findLast(({ _id }) => _id === user._id) ?? user)}
            self={self?._id}
            sort={filter.sort}
            onSort={(sort) => change({ sort })}
            onStatus={setStatus}
            onRole={(user, role) => setProposal({ user, role })}
          />
        )}
      </DeskList>
      {proposal && <RoleWarning {...proposal} onConfirm={confirmRole} onClose={() => setProposal(null)} />}
    </>
  )
}
