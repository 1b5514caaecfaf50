import type { Page } from '../../lib/api/client'
import type { Question } from '../../lib/api/query'
import type { Noun, Source } from '../../lib/live/changes'
import { countBoard, listBoard, placeClaims } from './api'
import type { BoardFilter } from './list'
import type { BoardCounts, BoardThing } from './types'

/** The board has no live messages of its own: what stands on it does. */
const watched: Noun[] = ['assignments', 'quotes', 'claims', 'texts', 'users', 'mails']

const sources: Source[] = watched.map((noun) => ({ noun }))

/** How often the board is fetched again while it is visible, in milliseconds: things come onto it as time passes. */
export const BOARD_REFRESH = 60_000

/** One page of the board, for admins. */
export const boardQuery = (filter: BoardFilter): Question<Page<BoardThing>> => ({
  queryKey: ['board', 'pages', filter],
  queryFn: ({ signal }) => listBoard(filter, signal),
  meta: { sources },
})

/** The numbers on the board, for admins. */
export const boardCountsQuery: Question<BoardCounts> = {
  queryKey: ['board', 'counts'],
  queryFn: ({ signal }) => countBoard(signal),
  meta: { sources },
}

/** Which assignments the claims on the board are about, for admins. */
export const claimPlacesQuery: Question<Record<string, string>> = {
  queryKey: ['board', 'claims'],
  queryFn: ({ signal }) => placeClaims(signal),
  meta: { sources: [{ noun: 'claims' }] },
}
