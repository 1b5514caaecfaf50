import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { toFailure } from '../../lib/api/failure'
import { endedSchema, openSessionsSchema } from './types'

const path = '/users/sessions'

/** Where the reader is logged in, here first. Throws a Failure. */
export const listSessions = (signal?: AbortSignal) => send(openSessionsSchema, path, { signal })

/** Logs out one device. Throws a Failure. */
export async function endSession(id: string): Promise<void> {
  try {
    await sendChange(endedSchema, 'DELETE', `${path}/${id}`)
  } catch (error) {
    // It has ended meanwhile.
    if (toFailure(error).status !== 404) throw error
  }
}

/** Logs out all other devices. Throws a Failure. */
export async function endOtherSessions(): Promise<void> {
  await sendChange(endedSchema, 'DELETE', path)
}
