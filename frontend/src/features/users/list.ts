import { all, byCreation, choice, listOf } from '../../ui/tables/list'
import { roleChoices } from './roles'
import { filters as words } from './words.en'

/** The list of accounts. */
export const userList = listOf({
  path: '/admin/dashboard/users',
  filters: { role: choice(words.role, [all, ...roleChoices]) },
  search: words.search,
  orders: { ...byCreation, ...words.orders },
})

export type UserFilter = typeof userList.usual
