import { FilterChoice, ListFilters } from '../../ui/list-filters'
import type { UserFilter } from './types'

const roles = [
  { value: 'all', label: 'All' },
  { value: 'admin', label: 'Admin' },
  { value: 'student', label: 'Student' },
  { value: 'tutor', label: 'Tutor' },
]

const orders = [
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: 'email', label: 'Email, A to Z' },
  { value: '-email', label: 'Email, Z to A' },
  { value: 'role', label: 'Role, A to Z' },
  { value: '-role', label: 'Role, Z to A' },
  { value: 'status', label: 'Active first' },
  { value: '-status', label: 'Inactive first' },
]

/** The orders of the list of accounts, as the server names them. */
export const userOrders = orders.map(({ value }) => value)

/** The line of filters above the list of accounts. */
export function UserFilters({
  filter,
  onChange,
}: {
  filter: UserFilter
  onChange: (change: Partial<UserFilter>) => void
}) {
  return (
    <ListFilters
      search={filter.search}
      placeholder="Name or email"
      onSearch={(search) => onChange({ search })}
    >
      <FilterChoice
        label="Role"
        value={filter.role}
        choices={roles}
        onChange={(role) => onChange({ role: role as UserFilter['role'] })}
      />
      <FilterChoice
        label="Order"
        value={filter.sort}
        choices={orders}
        onChange={(sort) => onChange({ sort })}
      />
    </ListFilters>
  )
}
