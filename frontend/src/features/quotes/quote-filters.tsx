import { type FilterField, type Filtering, ListFilters } from '../../ui/tables/list-filters'
import { statusChoices } from './rules'
import type { QuoteFilter } from './types'

const statusFilterChoices = [{ value: 'all', label: 'All' }, ...statusChoices]

const orders = [
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: 'deadline', label: 'Due first' },
  { value: '-deadline', label: 'Due last' },
  { value: 'status', label: 'Status, A to Z' },
  { value: '-status', label: 'Status, Z to A' },
]

/** The orders of the list of quote requests, as the server names them. */
export const quoteOrders = orders.map(({ value }) => value)

const fields: FilterField<QuoteFilter>[] = [
  { name: 'status', label: 'Status', choices: statusFilterChoices },
  { name: 'sort', label: 'Order', choices: orders },
]

/** The line of filters above the list of quote requests. */
export function QuoteFilters(filtering: Filtering<QuoteFilter>) {
  return <ListFilters {...filtering} fields={fields} placeholder="Reference, subject or email" />
}
