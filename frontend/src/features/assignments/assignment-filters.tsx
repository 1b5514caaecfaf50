import { type FilterField, type Filtering, ListFilters } from '../../ui/tables/list-filters'
import { FINISHED, priorities, statusChoices } from './rules'
import type { AssignmentFilter } from './types'
import { filters, statusNames } from './words'

const orders = [
  { value: '-createdAt', label: filters.orders.newest },
  { value: 'createdAt', label: filters.orders.oldest },
  { value: 'dueDate', label: filters.orders.dueSoonest },
  { value: '-dueDate', label: filters.orders.dueLatest },
  { value: 'title', label: filters.orders.titleUp },
  { value: '-title', label: filters.orders.titleDown },
  { value: 'status', label: filters.orders.statusUp },
  { value: '-status', label: filters.orders.statusDown },
]

/** The sort orders of this list, as the server names them. */
export const assignmentOrders = orders.map(({ value }) => value)

const statusFilterChoices = [
  { value: 'all', label: filters.all },
  ...statusChoices,
  { value: FINISHED, label: filters.finished },
  { value: 'cancelled', label: statusNames.cancelled },
]

const dueChoices = [
  { value: 'all', label: filters.anyTime },
  { value: 'upcoming', label: filters.upcoming },
]

const priorityChoices = [
  { value: 'all', label: filters.all },
  ...priorities.map((priority) => ({ value: priority, label: priority })).reverse(),
]

const byChoices = [
  { value: 'all', label: filters.anyone },
  { value: 'me', label: filters.me },
]

const fields: FilterField<AssignmentFilter>[] = [
  { name: 'status', label: filters.status, choices: statusFilterChoices },
  { name: 'due', label: filters.due, choices: dueChoices },
  { name: 'priority', label: filters.priority, choices: priorityChoices },
  { name: 'by', label: filters.by, choices: byChoices },
  { name: 'sort', label: filters.sort, choices: orders },
]

/** The filters above the list of all assignments. */
export function AssignmentFilters(filtering: Filtering<AssignmentFilter>) {
  return <ListFilters {...filtering} fields={fields} placeholder={filters.search} />
}
