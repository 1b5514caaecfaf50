import { startTransition, useOptimistic, useState } from 'react'
import { useLoaderData } from 'react-router'
import { exportUsers, updateUserRole, updateUserStatus, usersQuery } from '../../features/users/api'
import { userList } from '../../features/users/list'
import type { ListedUser } from '../../features/users/model'
import { RoleWarning } from '../../features/users/roles'
import { UserTable } from '../../features/users/user-table'
import { useAnswer } from '../../lib/api/query'
import { type Role, sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { attempt } from '../../ui/buttons/use-action'
import { FilteredList } from '../shared/filtered-list'
import { listLoader } from './ask-desk'
import { dashboard, users as words } from './words.en'

export const loader = listLoader(userList, usersQuery)

/** A change of one field of an account. */
type UserChange = { user: ListedUser; field: 'status' | 'role'; send: () => Promise<ListedUser> }

/** The list of accounts, with changes of status and role (docs/product.md, section 4.5). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  const { user: self } = useAtomValue(sessionAtom)
  const [proposal, setProposal] = useState<{ user: ListedUser; role: Role } | null>(null)

  // A choice shows at once, and is undone if the server refuses it.
  const [changed, mark] = useOptimistic<ListedUser[], ListedUser>([], (users, user) => [...users, user])

  const update = ({ user, field, send }: UserChange) =>
    startTransition(async () => {
      mark(user)
      await attempt(send, { done: words.updated[field], failed: words.updateFailed[field] })
    })
  const setStatus = (user: ListedUser, status: string) =>
    update({ user: { ...user, status }, field: 'status', send: () => updateUserStatus(user._id, status) })
  const confirmRole = () => {
    setProposal(null)
    if (!proposal) return
    const { user, role } = proposal
    update({ user: { ...user, role }, field: 'role', send: () => updateUserRole(user._id, role) })
  }

  return (
    <>
      <FilteredList
        list={userList}
        filter={filter}
        found={found}
        words={words}
        rowHeight={3}
        failureTitle={dashboard.failed}
        onExport={exportUsers}
      >
        {({ rows, ...sorting }) => (
          <UserTable
            {...sorting}
            rows={rows.map((user) => changed.findLast(({ _id }) => _id === user._id) ?? user)}
            self={self?._id}
            onStatus={setStatus}
            onRole={(user, role) => setProposal({ user, role })}
          />
        )}
      </FilteredList>
      {proposal && <RoleWarning {...proposal} onConfirm={confirmRole} onClose={() => setProposal(null)} />}
    </>
  )
}
