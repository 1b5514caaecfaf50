import { type BoardFilter, boardKinds } from '../../../features/desk-board/types'
import { listAddress } from '../../lists/list-address'

/** The addresses of the board. */
export const boardAddress = listAddress<BoardFilter>({
  path: '/admin/dashboard/board',
  usual: { kind: 'all', overdue: 'all', search: '', sort: 'dueAt', page: 1 },
  orders: ['dueAt'],
  read: (query) => ({
    kind: boardKinds.find((kind) => kind === query.get('kind')) ?? 'all',
    overdue: query.get('overdue') === 'true' ? 'true' : 'all',
  }),
})
