import { useLoaderData } from 'react-router'
import { BoardFilters } from '../../features/desk-board/board-filters'
import { BoardTable } from '../../features/desk-board/board-table'
import { keyOf } from '../../features/desk-board/figures'
import { BOARD_REFRESH, boardQuery, claimPlacesQuery } from '../../features/desk-board/queries'
import { useAnswer } from '../../lib/api/query'
import { useRowFocus } from '../../ui/tables/use-row-focus'
import { FilteredList, NO_ROWS } from '../lists/filtered-list'
import { boardAddress } from './addresses/board-address'
import { listLoader } from './list-loader'
import { dashboard, board as words } from './words'

export const loader = listLoader(boardAddress, boardQuery)

/** What waits for admins, the most urgent first (docs/product.md, section 4.5). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true, refreshEvery: BOARD_REFRESH })
  const things = found.data?.rows ?? []
  const { data: claims } = useAnswer(claimPlacesQuery, {
    enabled: things.some(({ noun }) => noun === 'claims'),
    withoutLoader: true,
  })
  const { listRef, onFocus } = useRowFocus(
    things.map((thing) => ({ _id: keyOf(thing) })),
    NO_ROWS,
  )
  return (
    <FilteredList
      filter={filter}
      found={found}
      address={boardAddress}
      Filters={BoardFilters}
      loading={words.loading}
      rowHeight={3.5}
      failureTitle={dashboard.failed}
      failure={words.failed}
      empty={{
        noMatches: words.noMatches,
        showUsual: words.showAll,
        noRows: { title: words.empty, hint: words.emptyHint },
      }}
    >
      {(rows) => <BoardTable things={rows} claims={claims} listRef={listRef} onFocus={onFocus} />}
    </FilteredList>
  )
}
