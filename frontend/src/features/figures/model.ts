import * as v from 'valibot'
import { formatCount } from '../../lib/formats/format'
import { locale } from '../../lib/formats/locale'
import { formatMoney } from '../../lib/formats/money'

/** The figures of one month (docs/product.md, section 17). Amounts are in whole units. */
const monthSchema = v.object({
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

/** The first day of the month that is `months` before that of a day such as "2026-11-23". */
function monthBefore(today: string, months: number): string {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - months)).toISOString().slice(0, 10)
}

/** The span of a period, today being a day such as "2026-11-23". Without an end, it ends with this month. */
export function spanOf(period: Period, today: string): Span {
  const year = Number(today.slice(0, 4))
  if (period === 'this-year') return { from: `${year}-01-01` }
  if (period === 'last-year') return { from: `${year - 1}-01-01`, before: `${year}-01-01` }
  return { from: monthBefore(today, Number(period) - 1) }
}

const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' })
const longMonth = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month such as "2026-11" for an axis: "Nov 26". */
export const axisMonth = (month: string) => shortMonth.format(new Date(`${month}-01`))

/** A month such as "2026-11" for a table: "November 2026". */
export const tableMonth = (month: string) => longMonth.format(new Date(`${month}-01`))

/** The amounts of a month. */
export type Amount = 'received' | 'returned' | 'earned' | 'paid' | 'desk'

/** The sum of an amount over months, without errors of rounding. */
export const sumOf = (months: Month[], amount: Amount) =>
  months.reduce((sum, month) => sum + Math.round(month[amount] * 100), 0) / 100

/** The bars of an amount. */
export const amountBars = (months: Month[], amount: Amount) =>
  months.map((month) => ({ label: axisMonth(month.month), amount: month[amount] }))

/** The rows of a table of amounts. */
export const amountRows = (months: Month[], ...amounts: Amount[]) =>
  months.map((month) => ({
    label: tableMonth(month.month),
    values: amounts.map((amount) => formatMoney(month[amount])),
  }))

/** How many deadlines were kept and missed, together. */
export const countDeadlines = (months: Month[]) => ({
  kept: months.reduce((sum, { deadlinesKept }) => sum + deadlinesKept, 0),
  missed: months.reduce((sum, { deadlinesMissed }) => sum + deadlinesMissed, 0),
})

/** How many of the deadlines were kept, in whole per cent; '' if there were none. It says 100 % only of all, and 0 % only of none. */
export function shareKept(kept: number, missed: number): string {
  if (kept + missed === 0) return ''
  const percent = Math.round((kept / (kept + missed)) * 100)
  const most = missed > 0 ? 99 : 100
  const least = kept > 0 ? 1 : 0
  return `${Math.min(most, Math.max(least, percent))}%`
}

/** The bars of the deadlines. */
export const deadlineBars = (months: Month[]) =>
  months.map(({ month, deadlinesKept, deadlinesMissed }) => ({
    label: axisMonth(month),
    solid: deadlinesKept,
    hatched: deadlinesMissed,
  }))

/** The rows of the table of deadlines. */
export const deadlineRows = (months: Month[], none: string) =>
  months.map(({ month, deadlinesKept, deadlinesMissed }) => ({
    label: tableMonth(month),
    values: [
      formatCount(deadlinesKept),
      formatCount(deadlinesMissed),
      shareKept(deadlinesKept, deadlinesMissed) || none,
    ],
  }))

/** True if nothing happened in any of the months. */
export const isQuiet = (months: Month[]) =>
  months.every(({ month: _, ...figures }) => Object.values(figures).every((figure) => figure === 0))
