import { FilterChoice, ListFilters } from '../../ui/list-filters'
import { FINISHED, priorities, statuses, statusWord } from './rules'
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

const statusChoices = [
  { value: 'all', label: 'All' },
  ...statuses.map((status) => ({ value: status, label: statusWord(status) })),
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

/** The line of filters above the desk's list. */
export function AssignmentFilters({
  filter,
  onChange,
}: {
  filter: AssignmentFilter
  onChange: (change: Partial<AssignmentFilter>) => void
}) {
  return (
    <ListFilters
      search={filter.search}
      placeholder="Title, subject or student"
      onSearch={(search) => onChange({ search })}
    >
      <FilterChoice
        label="Status"
        value={filter.status}
        choices={statusChoices}
        onChange={(status) => onChange({ status: status as AssignmentFilter['status'] })}
      />
      <FilterChoice
        label="Due"
        value={filter.due}
        choices={dueChoices}
        onChange={(due) => onChange({ due: due as AssignmentFilter['due'] })}
      />
      <FilterChoice
        label="Priority"
        value={filter.priority}
        choices={priorityChoices}
        onChange={(priority) => onChange({ priority: priority as AssignmentFilter['priority'] })}
      />
      <FilterChoice
        label="Handed in by"
        value={filter.by}
        choices={byChoices}
        onChange={(by) => onChange({ by: by as AssignmentFilter['by'] })}
      />
      <FilterChoice
        label="Order"
        value={filter.sort}
        choices={orders}
        onChange={(sort) => onChange({ sort })}
      />
    </ListFilters>
  )
}
