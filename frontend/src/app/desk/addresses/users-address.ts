import type { UserFilter } from '../../../features/users/types'
import { userOrders } from '../../../features/users/user-filters'
import { roles } from '../../../lib/session/session'
import { listAddress } from '../../lists/list-address'

/** The addresses of the list of accounts. */
export const usersAddress = listAddress<UserFilter>({
  path: '/admin/dashboard/users',
  usual: { role: 'all', search: '', sort: '-createdAt', page: 1 },
  orders: userOrders,
  read: (query) => ({ role: roles.find((role) => role === query.get('role')) ?? 'all' }),
})
