import { send, sendForPage } from '../../lib/api/client'
import { sendForList } from '../../lib/api/filter'
import { question } from '../../lib/api/query'
import type { BoardFilter } from './list'
import { boardCountsSchema, boardSchema, claimPlacesSchema } from './model'

/** One page of what waits for admins, the most urgent first. Throws a Failure. */
export const listBoard = (filter: BoardFilter, signal?: AbortSignal) =>
  sendForList(boardSchema, '/desk/board', filter, signal)

/** How many things of each kind wait for admins. Throws a Failure. */
export const countBoard = (signal?: AbortSignal) => send(boardCountsSchema, '/desk/board/counts', { signal })

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

/** The board has no live messages of its own: what is on it does. */
const sources = ['assignments', 'quotes', 'claims', 'texts', 'users', 'mails'] as const

/** How often the board is fetched again while it is visible, in milliseconds: things come onto it as time passes. */
export const BOARD_REFRESH = 60_000

/** One page of the board, for admins. */
export const boardQuery = (filter: BoardFilter) =>
  question(['board', 'pages', filter], (signal) => listBoard(filter, signal), sources)

/** The numbers on the board, for admins. */
export const boardCountsQuery = question(['board', 'counts'], countBoard, sources)

/** Which assignments the claims on the board are about, for admins. */
export const claimPlacesQuery = question(['board', 'claims'], placeClaims, ['claims'])
