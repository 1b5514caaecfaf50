import { activityOrders } from '../../../features/activities/activity-filters'
import { kinds } from '../../../features/activities/kinds'
import type { ActivityFilter } from '../../../features/activities/types'
import { isTime } from '../../../lib/validation/time'
import { listAddress } from '../../lists/list-address'

const dayOf = (text: string | null) => (text?.length === 10 && isTime(text) ? text : '')

/** The addresses of the history, the Activity tab. */
export const activityAddress = listAddress<ActivityFilter>({
  path: '/admin/dashboard/activity',
  usual: {
    kind: 'all',
    person: '',
    assignment: '',
    from: '',
    to: '',
    search: '',
    sort: '-timestamp',
    page: 1,
  },
  orders: activityOrders,
  read: (query) => ({
    kind: kinds.find((kind) => kind === query.get('kind')) ?? 'all',
    person: query.get('person')?.trim() ?? '',
    assignment: query.get('assignment')?.trim() ?? '',
    from: dayOf(query.get('from')),
    to: dayOf(query.get('to')),
  }),
})
