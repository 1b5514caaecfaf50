import { type FilterField, type Filtering, ListFilters } from '../../ui/tables/list-filters'
import { roleChoices } from './role-badge'
import type { UserFilter } from './types'
import { filters } from './words'

const roleFilterChoices = [{ value: 'all', label: filters.all }, ...roleChoices]

const orders = [
  { value: '-createdAt', label: filters.orders.newest },
  { value: 'createdAt', label: filters.orders.oldest },
  { value: 'name', label: filters.orders.nameUp },
  { value: '-name', label: filters.orders.nameDown },
  { value: 'email', label: filters.orders.emailUp },
  { value: '-email', label: filters.orders.emailDown },
  { value: 'role', label: filters.orders.roleUp },
  { value: '-role', label: filters.orders.roleDown },
  { value: 'status', label: filters.orders.activeFirst },
  { value: '-status', label: filters.orders.inactiveFirst },
]

/** The sort orders of this list, as the server names them. */
export const userOrders = orders.map(({ value }) => value)

const fields: FilterField<UserFilter>[] = [
  { name: 'role', label: filters.role, choices: roleFilterChoices },
  { name: 'sort', label: filters.sort, choices: orders },
]

/** The filters above the list of accounts. */
export function UserFilters(filtering: Filtering<UserFilter>) {
  return <ListFilters {...filtering} fields={fields} placeholder={filters.search} />
}
