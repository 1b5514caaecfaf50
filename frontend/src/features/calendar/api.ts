import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { toFailure } from '../../lib/api/failure'
import { calendarSchema, removedCalendarSchema } from './types'

const path = '/users/calendar'

/** The secret address of the caller's calendar; '' where there is none. Throws a Failure. */
export async function getCalendar(signal?: AbortSignal): Promise<string> {
  const { url } = await send(calendarSchema, path, { signal })
  return url
}

/** Makes a secret address for the caller's calendar. The former one stops working. Throws a Failure. */
export async function createCalendar(): Promise<string> {
  const { url } = await sendChange(calendarSchema, 'POST', path)
  return url
}

/** Removes the address of the caller's calendar, which stops working. Throws a Failure. */
export async function removeCalendar(): Promise<string> {
  try {
    await sendChange(removedCalendarSchema, 'DELETE', path)
  } catch (error) {
    // Another tab was faster.
    if (toFailure(error).status !== 404) throw error
  }
  return ''
}
