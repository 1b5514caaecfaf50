import { claimStatuses } from '../../../features/claims/rules'
import type { ClaimFilter } from '../../../features/claims/types'
import { listAddress } from '../../lists/list-address'

const filterStatuses = [...claimStatuses, 'all'] as const
const filterKinds = ['all', 'refund', 'dispute'] as const

/** The addresses of all claims. Usually only those that wait for a decision are listed. */
export const claimsAddress = listAddress<ClaimFilter>({
  path: '/admin/dashboard/claims',
  usual: { status: 'open', kind: 'all', search: '', sort: '', page: 1 },
  orders: [],
  read: (query) => ({
    status: filterStatuses.find((status) => status === query.get('status')) ?? 'open',
    kind: filterKinds.find((kind) => kind === query.get('kind')) ?? 'all',
  }),
})
