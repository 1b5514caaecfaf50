import { type ListFilter, listAddress } from '../../lists/list-address'

/** The address of the versions of the policies. All are listed at once. */
export const policiesAddress = listAddress<ListFilter>({
  path: '/admin/dashboard/policies',
  usual: { search: '', sort: '-effectiveFrom', page: 1 },
  orders: ['-effectiveFrom'],
  read: () => ({}),
})
