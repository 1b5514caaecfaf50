import { useAnswer } from '../../lib/api/query'
import { formatMoney } from '../../lib/formats/money'
import { withValue } from '../../ui/forms/choices'
import { type FilterField, type Filtering, ListFilters } from '../../ui/tables/list-filters'
import { poolSummaryQuery } from './queries'
import { dueWithin, leastEarnings, lengths, type PoolFilter } from './types'
import { filters } from './words'

const orders = [
  { value: 'dueDate', label: filters.orders.dueSoonest },
  { value: '-earnings', label: filters.orders.earningsDown },
  { value: 'earnings', label: filters.orders.earningsUp },
  { value: '-createdAt', label: filters.orders.newest },
  { value: 'createdAt', label: filters.orders.oldest },
]

/** The sort orders of the pool, as the server names them. */
export const poolOrders = orders.map(({ value }) => value)

/** The fields with the subjects in the pool, and the chosen one even if it has left. Amounts are in the site's currency. */
const fieldsFor = (subjects: string[], subject: string): FilterField<PoolFilter>[] => [
  {
    name: 'subject',
    label: filters.subject,
    choices: [
      { value: '', label: filters.anySubject },
      ...withValue(
        subjects.map((value) => ({ value, label: value })),
        subject,
      ).filter(({ value }) => value !== ''),
    ],
  },
  {
    name: 'due',
    label: filters.due,
    choices: [
      { value: 'all', label: filters.anyTime },
      ...dueWithin.map((value) => ({ value, label: filters.dueWithin[value] })),
    ],
  },
  {
    name: 'words',
    label: filters.words,
    choices: [
      { value: 'all', label: filters.anyLength },
      ...lengths.map((value) => ({ value, label: filters.lengths[value] })),
    ],
  },
  {
    name: 'earnings',
    label: filters.earnings,
    choices: [
      { value: 'all', label: filters.anyEarnings },
      ...leastEarnings.map((value) => ({ value, label: filters.atLeast(formatMoney(Number(value))) })),
    ],
  },
  { name: 'sort', label: filters.sort, choices: orders },
]

/** The filters above the pool. */
export function PoolFilters(filtering: Filtering<PoolFilter>) {
  const { data } = useAnswer(poolSummaryQuery)
  return (
    <ListFilters
      {...filtering}
      fields={fieldsFor(data?.subjects ?? [], filtering.filter.subject)}
      placeholder={filters.search}
    />
  )
}
