import { question } from '../../lib/api/question'
import { countBoard, listBoard, placeClaims } from './api'
import type { BoardFilter } from './list'

/** The board has no live messages of its own: what stands on it does. */
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
