import { type ListFilter, listAddress } from '../../lists/list-address'

/** The address of the status of the program. It has no list. */
export const statusAddress = listAddress<ListFilter>({
  path: '/admin/dashboard/status',
  usual: { search: '', sort: '', page: 1 },
  orders: [''],
  read: () => ({}),
})
