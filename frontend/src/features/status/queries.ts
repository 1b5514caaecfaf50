import type { Question } from '../../lib/api/query'
import { getStatus } from './api'
import type { Status } from './types'

/** How often the status is read again while it is visible, in milliseconds. */
export const STATUS_REFRESH = 30_000

/** How the program does, for admins. No live message tells of it. */
export const statusQuery: Question<Status> = {
  queryKey: ['status'],
  queryFn: ({ signal }) => getStatus(signal),
  meta: { sources: [] },
}
