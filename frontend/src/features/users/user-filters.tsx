import { type FilterField, type Filtering, ListFilters } from '../../ui/tables/list-filters'
import { roleChoices } from './role-badge'
import type { UserFilter } from './types'

const roleFilterChoices = [{ value: 'all', label: 'All' }, ...roleChoices]

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

const fields: FilterField<UserFilter>[] = [
  { name: 'role', label: 'Role', choices: roleFilterChoices },
  { name: 'sort', label: 'Order', choices: orders },
]

/** The line of filters above the list of accounts. */
export function UserFilters(filtering: Filtering<UserFilter>) {
  return <ListFilters {...filtering} fields={fields} placeholder="Name or email" />
}
