import { type Page, send, sendForPage } from '../../lib/api/client'
import { queryOf } from '../../lib/api/filter'
import type { BoardFilter } from './list'
import { type BoardCounts, type BoardThing, boardCountsSchema, boardSchema, claimPlacesSchema } from './types'

/** One page of what waits for admins, the most urgent first. Throws a Failure. */
export const listBoard = (filter: BoardFilter, signal?: AbortSignal): Promise<Page<BoardThing>> =>
  sendForPage(boardSchema, '/desk/board', { query: queryOf(filter), page: filter.page, signal })

/** How many things of each kind wait for admins. Throws a Failure. */
export const countBoard = (signal?: AbortSignal): Promise<BoardCounts> =>
  send(boardCountsSchema, '/desk/board/counts', { signal })

/** The most rows that the server sends at once. */
const MOST_ROWS = 500

/** The ids of the assignments of the claims that are open or unpaid, by the id of the claim. Throws a Failure. */
export async function placeClaims(signal?: AbortSignal): Promise<Record<string, string>> {
  const query = { status: 'open,approved' }
  const { rows } = await sendForPage(claimPlacesSchema, '/claims', {
    query,
    page: 1,
    perPage: MOST_ROWS,
    signal,
  })
  return Object.fromEntries(
    rows.flatMap(({ _id, assignment }) => (assignment ? [[_id, assignment._id]] : [])),
  )
}
