import { type FilterField, type Filtering, ListFilters } from '../../ui/tables/list-filters'
import { accounts, entryKinds, type LedgerFilter } from './types'
import { accountWords, filters, kindWords } from './words'

const all = { value: 'all', label: filters.all }

const fields: FilterField<LedgerFilter>[] = [
  {
    name: 'kind',
    label: filters.kind,
    choices: [all, ...entryKinds.map((kind) => ({ value: kind, label: kindWords[kind] }))],
  },
  {
    name: 'account',
    label: filters.account,
    choices: [all, ...accounts.map((account) => ({ value: account, label: accountWords[account] }))],
  },
  { name: 'from', label: filters.from, choices: 'day' },
  { name: 'to', label: filters.to, choices: 'day' },
]

/** The filters above the ledger. */
export function LedgerFilters(filtering: Filtering<LedgerFilter>) {
  return <ListFilters {...filtering} fields={fields} />
}
