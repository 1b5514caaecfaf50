import { type FilterField, type Filtering, ListFilters } from '../../ui/tables/list-filters'
import { FINISHED, priorities, statusChoices } from './rules'
import type { AssignmentFilter } from './types'

const orders = [
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: 'dueDate', label: 'Due first' },
  { value: '-dueDate', label: 'Due last' },
  { value: 'title', label: 'Title, A to Z' },
  { value: '-title', label: 'Title, Z to A' },
  { value: 'status', label: 'Status, A to Z' },
  { value: '-status', label: 'Status, Z to A' },
]

/** The orders of the desk's list, as the server names them. */
export const assignmentOrders = orders.map(({ value }) => value)

const statusFilterChoices = [
  { value: 'all', label: 'All' },
  ...statusChoices,
  { value: FINISHED, label: 'Completed or graded' },
]

const dueChoices = [
  { value: 'all', label: 'At any time' },
  { value: 'upcoming', label: 'From now on' },
]

const priorityChoices = [
  { value: 'all', label: 'All' },
  ...priorities.map((priority) => ({ value: priority, label: priority })).reverse(),
]

const byChoices = [
  { value: 'all', label: 'Anybody' },
  { value: 'me', label: 'Me' },
]

const fields: FilterField<AssignmentFilter>[] = [
  { name: 'status', label: 'Status', choices: statusFilterChoices },
  { name: 'due', label: 'Due', choices: dueChoices },
  { name: 'priority', label: 'Priority', choices: priorityChoices },
  { name: 'by', label: 'Handed in by', choices: byChoices },
  { name: 'sort', label: 'Order', choices: orders },
]

/** The line of filters above the desk's list. */
export function AssignmentFilters(filtering: Filtering<AssignmentFilter>) {
  return <ListFilters {...filtering} fields={fields} placeholder="Title, subject or student" />
}
