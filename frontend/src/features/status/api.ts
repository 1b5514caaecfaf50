import { send } from '../../lib/api/client'
import { type Status, statusSchema } from './types'

/** How the program does; for admins. Throws a Failure. */
export const getStatus = (signal?: AbortSignal): Promise<Status> =>
  send(statusSchema, '/desk/status', { signal })
