import * as v from 'valibot'

/** The secret address of a calendar (docs/product.md, section 9.4); empty if there is none. */
export const calendarSchema = v.object({ url: v.string() })

export const removedCalendarSchema = v.object({ message: v.string() })
