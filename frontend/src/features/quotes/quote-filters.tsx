import { FilterChoice, ListFilters } from '../../ui/list-filters'
import { quoteStatuses } from './rules'
import { statusWord } from './status-tag'
import type { QuoteFilter } from './types'

const statuses = [
  { value: 'all', label: 'All' },
  ...quoteStatuses.map((status) => ({ value: status, label: statusWord(status) })),
]

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

/** The line of filters above the list of quote requests. */
export function QuoteFilters({
  filter,
  onChange,
}: {
  filter: QuoteFilter
  onChange: (change: Partial<QuoteFilter>) => void
}) {
  return (
    <ListFilters
      search={filter.search}
      placeholder="Reference, subject or email"
      onSearch={(search) => onChange({ search })}
    >
      <FilterChoice
        label="Status"
        value={filter.status}
        choices={statuses}
        onChange={(status) => onChange({ status: status as QuoteFilter['status'] })}
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
