import { send } from '../../lib/api/client'
import { question } from '../../lib/api/query'
import { statusSchema } from './model'

/** How the program is doing; for admins. Throws a Failure. */
export const getStatus = (signal?: AbortSignal) => send(statusSchema, '/desk/status', { signal })

/** How often the status is read again while it is visible, in milliseconds. */
export const STATUS_REFRESH = 30_000

/** How the program is doing, for admins. No live message tells of it. */
export const statusQuery = question(['status'], getStatus, [])
