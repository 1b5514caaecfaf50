import { type FilterField, type Filtering, ListFilters } from '../../ui/tables/list-filters'
import { kinds, kindWord } from './kinds'
import type { ActivityFilter } from './types'

const orders = [
  { value: '-timestamp', label: 'Newest first' },
  { value: 'timestamp', label: 'Oldest first' },
]

/** The orders of the history, as the server names them. */
export const activityOrders = orders.map(({ value }) => value)

const kindChoices = [
  { value: 'all', label: 'All' },
  ...kinds.map((kind) => ({ value: kind, label: kindWord(kind) })),
]

const fields: FilterField<ActivityFilter>[] = [
  { name: 'kind', label: 'What', choices: kindChoices },
  { name: 'from', label: 'From', choices: 'day' },
  { name: 'to', label: 'To', choices: 'day' },
  { name: 'sort', label: 'Order', choices: orders },
]

/** The line of filters above the history. */
export function ActivityFilters(filtering: Filtering<ActivityFilter>) {
  return <ListFilters {...filtering} fields={fields} placeholder="Person, title or reference" />
}
