import * as v from 'valibot'
import * as limits from '#domain/limits.json'
import { sendForm } from '../../lib/api/upload'
import { checkedText, emailAddress, isBlank, requiredText } from '../../lib/validation/rules'

/** Parses a number of pages: at least 1, and 1 for anything that is not a number. */
export function pageCount(text: string): number {
  const pages = text.trim() === '' ? Number.NaN : Number(text)
  return pages >= 1 ? Math.floor(pages) : 1
}

const dateShape = /^(\d{4})-(\d\d)-(\d\d)$/
const clockShape = /^([01]?\d|2[0-3]):[0-5]\d$/

function isDate(text: string): boolean {
  const [year = 0, month = 0, day = 0] = dateShape.exec(text)?.slice(1).map(Number) ?? []
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1970 && year <= 9998 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const moment = (label: string, isKnown: (text: string) => boolean) =>
  checkedText((value) => {
    if (isBlank(value)) return `${label} is required`
    if (!isKnown(value.trim())) return `${label} is invalid`
  })

/** The input of a quote request, without its files. The server checks the phone number further (docs/product.md, section 3.10). */
export const newQuoteSchema = v.object({
  email: emailAddress,
  countryCode: checkedText((code) => {
    if (!isBlank(code) && !/^[a-z]{2}$/i.test(code.trim())) return 'Country code is invalid'
  }),
  phone: requiredText('Phone', limits.phone),
  subject: requiredText('Subject', limits.subject),
  description: requiredText('Description', limits.description),
  deadline: moment('Deadline', isDate),
  deadlineTime: moment('Deadline time', (text) => clockShape.test(text)),
  pages: checkedText((value) => {
    if (pageCount(value) > limits.pages) return 'Pages must be at most 10,000'
  }),
  terms: v.pipe(
    v.boolean(),
    v.check((ticked) => ticked, 'Terms must be accepted'),
  ),
})

export type NewQuote = v.InferInput<typeof newQuoteSchema>

/** Whether a date and a time as their fields hold them are before `now` (milliseconds). Without a time, whether the day is over. */
export function hasPassed(date: string, time: string, now: number): boolean {
  return isDate(date) && new Date(`${date}T${time || '23:59'}`).getTime() < now
}

/** The answer to a quote request: its reference, such as "Q-7F3K2M". Visitors load nothing else of the API of quotes. */
const receivedSchema = v.object({ _id: v.string(), reference: v.string(), message: v.string() })

/**
 * Asks for a quote, as a visitor (docs/product.md, section 3.10), on the page of
 * a service or, without its slug, in the hero. `timeZone` is the IANA name of the
 * zone in which deadline and time are meant. Throws a Failure.
 */
export async function createQuote(
  quote: NewQuote,
  from: { service: string; timeZone: string },
  files: File[],
  upload: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...quote, ...from })) form.append(name, String(value))
  for (const file of files) form.append('files', file)
  const { reference } = await sendForm(receivedSchema, '/quotes', form, upload)
  return reference
}
