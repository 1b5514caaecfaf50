import { useLoaderData } from 'react-router'
import { ClaimFilters } from '../../features/claims/claim-filters'
import { ClaimRows } from '../../features/claims/claim-rows'
import { claimsQuery } from '../../features/claims/queries'
import { useAnswer } from '../../lib/api/query'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { useRowFocus } from '../../ui/tables/use-row-focus'
import { FilteredList, NO_ROWS } from '../lists/filtered-list'
import { claimsAddress } from './addresses/claims-address'
import { listLoader } from './list-loader'
import { dashboard, claims as words } from './words'

export const loader = listLoader(claimsAddress, claimsQuery)

/** The refund requests and disputes of all orders (docs/product.md, section 4.5). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const { user } = useAtomValue(sessionAtom)
  const found = useAnswer(list, { keepPrevious: true })
  const { listRef, onFocus } = useRowFocus(found.data?.rows ?? [], NO_ROWS)
  return (
    <FilteredList
      filter={filter}
      found={found}
      address={claimsAddress}
      Filters={ClaimFilters}
      loading={words.loading}
      rowHeight={9}
      failureTitle={dashboard.failed}
      failure={words.failed}
      empty={{
        noMatches: words.noMatches,
        showUsual: words.showOpen,
        noRows: { title: words.empty, hint: words.emptyHint },
      }}
    >
      {(rows) => <ClaimRows claims={rows} reader={user?._id ?? ''} listRef={listRef} onFocus={onFocus} />}
    </FilteredList>
  )
}
