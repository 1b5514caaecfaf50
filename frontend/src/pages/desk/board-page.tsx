import { useLoaderData } from 'react-router'
import { BOARD_REFRESH, boardCountsQuery, boardQuery, claimPlacesQuery } from '../../features/desk-board/api'
import { BoardTable } from '../../features/desk-board/board-table'
import { boardList, withCounts } from '../../features/desk-board/list'
import { table } from '../../features/desk-board/words.en'
import { useAnswer } from '../../lib/api/query'
import { FilteredList } from '../shared/filtered-list'
import { listLoader } from './ask-desk'
import { dashboard, board as words } from './words.en'

export const loader = listLoader(boardList, boardQuery)

/** What waits for admins, the most urgent first (docs/product.md, section 4.5). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true, refreshEvery: BOARD_REFRESH })
  const things = found.data?.rows ?? []
  const { data: claims } = useAnswer(claimPlacesQuery, {
    enabled: things.some(({ noun }) => noun === 'claims'),
    withoutLoader: true,
  })
  const { data: counts } = useAnswer(boardCountsQuery)
  return (
    <FilteredList
      list={boardList}
      fields={boardList.fields.map((field) => withCounts(field, counts))}
      filter={filter}
      found={found}
      words={words}
      rowHeight={3.5}
      failureTitle={dashboard.failed}
      label={table.caption}
    >
      {({ rows }) => <BoardTable rows={rows} claims={claims} />}
    </FilteredList>
  )
}
