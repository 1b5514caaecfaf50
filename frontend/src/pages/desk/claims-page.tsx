import { useLoaderData } from 'react-router'
import { claimsQuery } from '../../features/claims/api'
import { ClaimRows } from '../../features/claims/claim-rows'
import { claimList } from '../../features/claims/list'
import { list as listWords } from '../../features/claims/words.en'
import { useAnswer } from '../../lib/api/query'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { FilteredList } from '../shared/filtered-list'
import { listLoader } from './ask-desk'
import { dashboard, claims as words } from './words.en'

export const loader = listLoader(claimList, claimsQuery)

/** The refund requests and disputes of all orders (docs/product.md, section 4.5). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const { user } = useAtomValue(sessionAtom)
  const found = useAnswer(list, { keepPrevious: true })
  return (
    <FilteredList
      list={claimList}
      filter={filter}
      found={found}
      words={words}
      rowHeight={9}
      failureTitle={dashboard.failed}
      label={listWords.label}
    >
      {({ rows }) => <ClaimRows claims={rows} reader={user?._id ?? ''} />}
    </FilteredList>
  )
}
