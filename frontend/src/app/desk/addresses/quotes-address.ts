import { quoteFilterStatuses } from '../../../features/quotes/offer-rules'
import { quoteOrders } from '../../../features/quotes/quote-filters'
import type { QuoteFilter } from '../../../features/quotes/types'
import { listAddress } from '../../lists/list-address'

/** The addresses of the list of quote requests; `quote` opens one of them. */
export const quotesAddress = listAddress<QuoteFilter>({
  path: '/admin/dashboard/quotes',
  usual: { status: 'all', search: '', sort: '-createdAt', page: 1 },
  orders: quoteOrders,
  openedBy: 'quote',
  read: (query) => ({
    status: quoteFilterStatuses.find((status) => status === query.get('status')) ?? 'all',
  }),
})
