import { type FilterField, type Filtering, ListFilters } from '../../ui/tables/list-filters'
import { type TextFilter, textStatuses } from './types'
import { filters, statusWords } from './words'

const fields: FilterField<TextFilter>[] = [
  {
    name: 'status',
    label: filters.status,
    choices: [
      ...textStatuses.map((status) => ({ value: status, label: statusWords[status] })),
      { value: 'all', label: filters.all },
    ],
  },
]

/** The filter above the held texts. */
export function TextFilters(filtering: Filtering<TextFilter>) {
  return <ListFilters {...filtering} fields={fields} />
}
