import { learn, makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import { createCalendar, getCalendar, removeCalendar } from './api'

/** The secret address of the reader's calendar; only the reader changes it. */
export const calendarQuery = question(['calendar'], getCalendar, [])

const show = (url: string) => learn<string>(calendarQuery.queryKey, () => url)

/** As `createCalendar`; the new address shows at once. */
export const saveCalendar = () => makeChange([], createCalendar, show)

/** As `removeCalendar`; the address is gone at once. */
export const dropCalendar = () => makeChange([], removeCalendar, show)
