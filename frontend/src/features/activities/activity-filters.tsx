import { FilterChoice, FilterDay, ListFilters } from '../../ui/list-filters'
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

/** The line of filters above the history. */
export function ActivityFilters({
  filter,
  onChange,
}: {
  filter: ActivityFilter
  onChange: (change: Partial<ActivityFilter>) => void
}) {
  return (
    <ListFilters
      search={filter.search}
      placeholder="Name, email or title"
      onSearch={(search) => onChange({ search })}
    >
      <FilterChoice
        label="What"
        value={filter.kind}
        choices={kindChoices}
        onChange={(kind) => onChange({ kind: kind as ActivityFilter['kind'] })}
      />
      <FilterDay label="From" value={filter.from} onChange={(from) => onChange({ from })} />
      <FilterDay label="To" value={filter.to} onChange={(to) => onChange({ to })} />
      <FilterChoice
        label="Order"
        value={filter.sort}
        choices={orders}
        onChange={(sort) => onChange({ sort })}
      />
    </ListFilters>
  )
}
