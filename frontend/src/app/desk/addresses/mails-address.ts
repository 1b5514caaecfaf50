import { mailOrders } from '../../../features/mails/mail-filters'
import { type MailFilter, mailStatuses } from '../../../features/mails/types'
import { listAddress } from '../../lists/list-address'

/** The addresses of the list of emails. */
export const mailsAddress = listAddress<MailFilter>({
  path: '/admin/dashboard/mails',
  usual: { status: 'all', search: '', sort: '-createdAt', page: 1 },
  orders: mailOrders,
  read: (query) => ({ status: mailStatuses.find((status) => status === query.get('status')) ?? 'all' }),
})
