import { all, byCreation, choice, listOf, named } from '../../ui/tables/list'
import { statusNames, filters as words } from './words.en'

/** The list of quote requests; `quote` opens one of them. */
export const quoteList = listOf({
  path: '/admin/dashboard/quotes',
  filters: { status: choice(words.status, [all, ...named(statusNames)]) },
  search: words.search,
  orders: { ...byCreation, ...words.orders },
  openedBy: 'quote',
})

export type QuoteFilter = typeof quoteList.usual
