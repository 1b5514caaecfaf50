import { type FilterField, type Filtering, ListFilters } from '../../ui/tables/list-filters'
import { type MailFilter, mailStatuses } from './types'
import { filters, statusWords } from './words'

const orders = [
  { value: '-createdAt', label: filters.newest },
  { value: 'createdAt', label: filters.oldest },
]

/** The sort orders of this list, as the server names them. */
export const mailOrders = orders.map(({ value }) => value)

const fields: FilterField<MailFilter>[] = [
  {
    name: 'status',
    label: filters.status,
    choices: [
      { value: 'all', label: filters.all },
      ...mailStatuses.map((status) => ({ value: status, label: statusWords[status] })),
    ],
  },
  { name: 'sort', label: filters.sort, choices: orders },
]

/** The filters above the list of emails. */
export function MailFilters(filtering: Filtering<MailFilter>) {
  return <ListFilters {...filtering} fields={fields} />
}
