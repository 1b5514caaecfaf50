import { send } from '../../lib/api/client'
import { statusSchema } from './types'

/** How the program does; for admins. Throws a Failure. */
export const getStatus = (signal?: AbortSignal) => send(statusSchema, '/desk/status', { signal })
