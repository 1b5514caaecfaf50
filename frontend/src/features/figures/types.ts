import * as v from 'valibot'

/** The figures of one month (docs/product.md, section 17). Amounts are in whole units. */
export const monthSchema = v.object({
  /** Such as "2026-11". */
  month: v.string(),
  received: v.number(),
  earned: v.number(),
  paid: v.number(),
  returned: v.number(),
  desk: v.number(),
  deadlinesKept: v.number(),
  deadlinesMissed: v.number(),
})

export const monthsSchema = v.array(monthSchema)

export type Month = v.InferOutput<typeof monthSchema>
/** The periods that can be chosen: a number of months that ends with the current one, or a calendar year. */
export type Period = '12' | '24' | '60' | 'this-year' | 'last-year'
/** The query for a period: days of the site's time zone. */
export type Span = { from: string; before?: string }
