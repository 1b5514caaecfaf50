import { Suspense, startTransition, use, useOptimistic, useState } from 'react'
import { useRevalidator } from 'react-router'
import { exportUsers, PER_PAGE, updateUserRole, updateUserStatus } from '../../features/users/api'
import { RoleWarning } from '../../features/users/role-warning'
import type { UserFilter } from '../../features/users/types'
import { UserFilters } from '../../features/users/user-filters'
import { UserTable } from '../../features/users/user-table'
import { readMessage, toFailure } from '../../lib/failure'
import { type Role, sessionAtom, type User } from '../../lib/session'
import { useAtomValue } from '../../lib/store'
import { ButtonLink } from '../../ui/button-link'
import { EmptyState } from '../../ui/empty-state'
import { ListBar } from '../../ui/list-bar'
import { Pagination } from '../../ui/pagination'
import { SkeletonRows } from '../../ui/skeleton'
import { showToast } from '../../ui/toast-state'
import { LoadFailure } from '../load-failure'
import { isTold, type Loaded } from '../loading'
import { userAddressOf } from './admin-filter'
import { ExportButton } from './export-button'
import { useFilter } from './use-filter'

type Found = Promise<Loaded<{ users: User[]; total: number }>>

/** All accounts: filters, table, pages, standing and role (docs/product.md, section 4.5). */
export function AdminUsers({ filter, found }: { filter: UserFilter; found: Found }) {
  const { wanted, waiting, change } = useFilter(filter, userAddressOf)
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
      <UserFilters filter={wanted} onChange={change} />
      <ListBar actions={<ExportButton onExport={() => exportUsers(filter)} />} />
      <div aria-busy={waiting} className={waiting ? 'opacity-60' : ''}>
        <Suspense fallback={<SkeletonRows label="Loading users" count={PER_PAGE} rowHeight={3} />}>
          <Rows
            filter={filter}
            found={found}
            changed={changed}
            onChange={change}
            onStatus={setStatus}
            onRole={(user, role) => setProposal({ user, role })}
          />
        </Suspense>
      </div>
      {proposal && <RoleWarning {...proposal} onConfirm={confirmRole} onClose={() => setProposal(null)} />}
    </>
  )
}

function Rows({
  filter,
  found,
  changed,
  onChange,
  onStatus,
  onRole,
}: {
  filter: UserFilter
  found: Found
  /** Accounts as they will be when their change is through. */
  changed: User[]
  onChange: (change: Partial<UserFilter>) => void
  onStatus: (user: User, status: User['status']) => void
  onRole: (user: User, role: Role) => void
}) {
  const { user: self } = useAtomValue(sessionAtom)
  const { data, failure } = use(found)
  if (failure)
    return (
      <LoadFailure
        failure={failure}
        title="Failed to fetch dashboard data"
        fallback="Failed to fetch users"
      />
    )
  if (data.users.length === 0)
    return <EmptyState title="No user matches" action={<ButtonLink to="?tab=users">Show all</ButtonLink>} />
  return (
    <>
      <UserTable
        users={data.users.map((user) => changed.findLast(({ _id }) => _id === user._id) ?? user)}
        self={self?._id}
        sort={filter.sort}
        onSort={(sort) => onChange({ sort })}
        onStatus={onStatus}
        onRole={onRole}
      />
      <Pagination
        page={filter.page}
        perPage={PER_PAGE}
        total={data.total}
        onPage={(page) => onChange({ page })}
      />
    </>
  )
}
