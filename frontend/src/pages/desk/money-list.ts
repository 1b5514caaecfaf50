import { periodWords, figures as words } from '../../features/figures/words.en'
import { ledgerFilters } from '../../features/money/list'
import { choice, type FilterOf, listOf, named } from '../../ui/tables/list'

const filters = { ...ledgerFilters, figures: choice(words.period, named(periodWords)) }

/** What the Money tab shows: part of the ledger, and the figures of a period. */
export type MoneyView = FilterOf<typeof filters>

/** The Money tab. */
export const moneyList = listOf({ path: '/admin/dashboard/money', filters })

const isPeriod = ({ name }: { name: string }) => name === 'figures'

/** The field of the period. */
export const periodFields = moneyList.fields.filter(isPeriod)

/** The ledger on it. The period of the figures does not narrow that. */
export const ledgerList: typeof moneyList = {
  ...moneyList,
  fields: moneyList.fields.filter((field) => !isPeriod(field)),
  isNarrowed: (view) => moneyList.isNarrowed({ ...view, figures: moneyList.usual.figures }),
}
