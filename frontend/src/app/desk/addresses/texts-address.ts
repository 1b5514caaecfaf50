import { type TextFilter, textStatuses } from '../../../features/texts/types'
import { listAddress } from '../../lists/list-address'

const filterStatuses = [...textStatuses, 'all'] as const

/** The addresses of the held texts. Usually only those that wait for a decision are listed. */
export const textsAddress = listAddress<TextFilter>({
  path: '/admin/dashboard/texts',
  usual: { status: 'held', search: '', sort: '-createdAt', page: 1 },
  orders: ['-createdAt'],
  read: (query) => ({ status: filterStatuses.find((status) => status === query.get('status')) ?? 'held' }),
})
