import { question } from '../../lib/api/question'
import { getStatus } from './api'

/** How often the status is read again while it is visible, in milliseconds. */
export const STATUS_REFRESH = 30_000

/** How the program does, for admins. No live message tells of it. */
export const statusQuery = question(['status'], getStatus, [])
