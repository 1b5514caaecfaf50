import { type Period, periods } from '../../../features/figures/types'
import { accounts, entryKinds, type LedgerFilter } from '../../../features/ledger/types'
import { isTime } from '../../../lib/validation/time'
import { listAddress } from '../../lists/list-address'

const dayOf = (text: string | null) => (text?.length === 10 && isTime(text) ? text : '')

/** What the Money tab shows: part of the ledger, and the figures of a period. */
export type MoneyView = LedgerFilter & { figures: Period }

/** The addresses of the Money tab. */
export const moneyAddress = listAddress<MoneyView>({
  path: '/admin/dashboard/money',
  usual: {
    kind: 'all',
    account: 'all',
    tutor: '',
    assignment: '',
    from: '',
    to: '',
    search: '',
    sort: '',
    page: 1,
    figures: '12',
  },
  orders: [],
  read: (query) => ({
    kind: entryKinds.find((kind) => kind === query.get('kind')) ?? 'all',
    account: accounts.find((account) => account === query.get('account')) ?? 'all',
    tutor: query.get('tutor')?.trim() ?? '',
    assignment: query.get('assignment')?.trim() ?? '',
    from: dayOf(query.get('from')),
    to: dayOf(query.get('to')),
    figures: periods.find((period) => period === query.get('figures')) ?? '12',
  }),
})

/** The addresses of the ledger on it. The period of the figures does not narrow that. */
export const ledgerAddress: typeof moneyAddress = {
  ...moneyAddress,
  isNarrowed: (view) => moneyAddress.isNarrowed({ ...view, figures: '12' }),
}
