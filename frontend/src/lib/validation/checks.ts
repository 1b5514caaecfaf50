import * as v from 'valibot'
import * as limits from '#domain/limits.json'
import { requiredText } from './rules'

/** Whether an amount, in whole units of the currency, has no fraction of a cent. Sums such as 0.1 + 0.2 are not exact. */
export function isWholeCents(amount: number) {
  const cents = amount * 100
  return Math.abs(cents - Math.round(cents)) <= 1e-12 * Math.max(1, Math.abs(cents))
}

/** The reason of an action, as its form holds it. */
export const reasonText = requiredText('Reason', limits.reason)

/** The input of an action that needs a reason: cancelling, handing back, asking for changes (docs/product.md, section 10.3). */
export const reasonSchema = v.object({ reason: reasonText })

/** The form of a reason before anything is typed. */
export const noReason: v.InferInput<typeof reasonSchema> = { reason: '' }

const timeShape = /^(\d{4})-(\d\d)-(\d\d)(T(\d\d):(\d\d)(:(\d\d)(\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/

/** Whether a text is an API time between 1970 and 9999 whose date exists. */
export function isTime(text: string): boolean {
  const parts = timeShape.exec(text.trim())
  if (!parts) return false
  const [year = 0, month = 0, day = 0] = parts.slice(1, 4).map(Number)
  const [hour, minute, second] = [parts[5], parts[6], parts[8]].map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const exists = date.getUTCDate() === day && date.getUTCMonth() === month - 1 && date.getUTCHours() === hour
  return exists && Number(minute) < 60 && Number(second) < 60 && year >= 1970
}
