import { type FilterField, type Filtering, ListFilters } from '../../ui/tables/list-filters'
import { filters } from './desk-words'
import { statusFilterChoices } from './status-choices'
import type { QuoteFilter } from './types'

const statusChoices = [{ value: 'all', label: filters.all }, ...statusFilterChoices]

const orders = [
  { value: '-createdAt', label: filters.orders.newest },
  { value: 'createdAt', label: filters.orders.oldest },
  { value: 'deadline', label: filters.orders.dueSoonest },
  { value: '-deadline', label: filters.orders.dueLatest },
  { value: 'status', label: filters.orders.statusUp },
  { value: '-status', label: filters.orders.statusDown },
]

/** The sort orders of this list, as the server names them. */
export const quoteOrders = orders.map(({ value }) => value)

const fields: FilterField<QuoteFilter>[] = [
  { name: 'status', label: filters.status, choices: statusChoices },
  { name: 'sort', label: filters.sort, choices: orders },
]

/** The filters above the list of quote requests. */
export function QuoteFilters(filtering: Filtering<QuoteFilter>) {
  return <ListFilters {...filtering} fields={fields} placeholder={filters.search} />
}
