import { learn, makeChange, type Question } from '../../lib/api/query'
import { createCalendar, getCalendar, removeCalendar } from './api'

/** The secret address of the reader's calendar; only the reader changes it. */
export const calendarQuery: Question<string> = {
  queryKey: ['calendar'],
  queryFn: ({ signal }) => getCalendar(signal),
  meta: { sources: [] },
}

const show = (url: string) => learn<string>(calendarQuery.queryKey, () => url)

/** As `createCalendar`; the new address shows at once. */
export const saveCalendar = () => makeChange([], createCalendar, show)

/** As `removeCalendar`; the address is gone at once. */
export const dropCalendar = () => makeChange([], removeCalendar, show)
