import { type FilterField, type Filtering, ListFilters } from '../../ui/tables/list-filters'
import { kinds } from './kinds'
import type { ActivityFilter } from './types'
import { filters, kindNames } from './words'

const orders = [
  { value: '-timestamp', label: filters.newest },
  { value: 'timestamp', label: filters.oldest },
]

/** The sort orders of the history, as the server names them. */
export const activityOrders = orders.map(({ value }) => value)

const kindChoices = [
  { value: 'all', label: filters.all },
  ...kinds.map((kind) => ({ value: kind, label: kindNames[kind] })),
]

const fields: FilterField<ActivityFilter>[] = [
  { name: 'kind', label: filters.kind, choices: kindChoices },
  { name: 'from', label: filters.from, choices: 'day' },
  { name: 'to', label: filters.to, choices: 'day' },
  { name: 'sort', label: filters.sort, choices: orders },
]

/** The filters above the history. */
export function ActivityFilters(filtering: Filtering<ActivityFilter>) {
  return <ListFilters {...filtering} fields={fields} placeholder={filters.search} />
}
