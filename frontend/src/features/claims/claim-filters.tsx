import { type FilterField, type Filtering, ListFilters } from '../../ui/tables/list-filters'
import { claimStatuses } from './rules'
import type { ClaimFilter } from './types'
import { statusWords, filters as words } from './words'

const all = { value: 'all', label: words.all }

const fields: FilterField<ClaimFilter>[] = [
  {
    name: 'status',
    label: words.status,
    choices: [...claimStatuses.map((status) => ({ value: status, label: statusWords[status] })), all],
  },
  {
    name: 'kind',
    label: words.kind,
    choices: [all, { value: 'refund', label: words.refunds }, { value: 'dispute', label: words.disputes }],
  },
]

/** The filters above all claims. */
export function ClaimFilters(filtering: Filtering<ClaimFilter>) {
  return <ListFilters {...filtering} fields={fields} />
}
