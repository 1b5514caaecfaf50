import { poolOrders } from '../../features/pool/pool-filters'
import { dueWithin, leastEarnings, lengths, type PoolFilter } from '../../features/pool/types'
import { listAddress } from '../lists/list-address'

/** The one of some values that an address names, or all. */
const oneOf = <Value extends string>(values: readonly Value[], named: string | null): Value | 'all' =>
  values.find((value) => value === named) ?? 'all'

/** The addresses of the pool. */
export const availableAddress = listAddress<PoolFilter>({
  path: '/tutor/dashboard/available',
  usual: { subject: '', due: 'all', words: 'all', earnings: 'all', search: '', sort: 'dueDate', page: 1 },
  orders: poolOrders,
  read: (query) => ({
    subject: query.get('subject') ?? '',
    due: oneOf(dueWithin, query.get('due')),
    words: oneOf(lengths, query.get('words')),
    earnings: oneOf(leastEarnings, query.get('earnings')),
  }),
})
