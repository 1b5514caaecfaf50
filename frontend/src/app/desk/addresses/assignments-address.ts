import { assignmentOrders } from '../../../features/assignments/assignment-filters'
import { FINISHED, knownStatuses, priorities } from '../../../features/assignments/rules'
import type { AssignmentFilter } from '../../../features/assignments/types'
import { listAddress } from '../../lists/list-address'

const filterStatuses = [...knownStatuses, FINISHED] as const

/** The addresses of the list of all assignments; `update` opens one of them. */
export const assignmentsAddress = listAddress<AssignmentFilter>({
  path: '/admin/dashboard',
  usual: {
    status: 'all',
    due: 'all',
    priority: 'all',
    subject: '',
    by: 'all',
    search: '',
    sort: '-createdAt',
    page: 1,
  },
  orders: assignmentOrders,
  openedBy: 'update',
  read: (query) => ({
    status: filterStatuses.find((status) => status === query.get('status')) ?? 'all',
    due: query.get('due') === 'upcoming' ? 'upcoming' : 'all',
    priority: priorities.find((priority) => priority === query.get('priority')) ?? 'all',
    subject: query.get('subject') ?? '',
    by: query.get('by') === 'me' ? 'me' : 'all',
  }),
})
