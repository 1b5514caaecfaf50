import { all, choice, day, type FilterOf, linked, named } from '../../ui/tables/list'
import { accountWords, kindWords, filters as words } from './words.en'

/** The filters of the ledger; `tutor` and `assignment` are ids, days are those of the site's time zone. */
export const ledgerFilters = {
  kind: choice(words.kind, [all, ...named(kindWords)]),
  account: choice(words.account, [all, ...named(accountWords)]),
  tutor: linked,
  assignment: linked,
  from: day(words.from),
  to: day(words.to),
}

export type LedgerFilter = FilterOf<typeof ledgerFilters>
