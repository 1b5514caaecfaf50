import * as v from 'valibot'
import {
  checkedText,
  emailAddress,
  isBlank,
  isTime,
  optionalText,
  requiredText,
} from '../../lib/validation/rules'

/** The statuses of a quote request in the order of the work (docs/product.md, section 3.10). */
export const quoteStatuses = ['new', 'quoted', 'accepted', 'declined', 'closed'] as const

/** A status as people read it: "new" is "New". An unknown one is shown as it is. */
export const statusWord = (status: string) =>
  quoteStatuses.some((known) => known === status) ? status.charAt(0).toUpperCase() + status.slice(1) : status

/** The choices of a select of statuses. */
export const statusChoices = quoteStatuses.map((status) => ({ value: status, label: statusWord(status) }))

/** The limits of one request (docs/product.md, section 6). */
const MAX_FILES = 10
const MAX_FILES_BYTES = 62_914_560
const MAX_PAGES = 10_000
const MAX_AMOUNT = 1_000_000

/** The number of pages that a text stands for: at least 1, and 1 where it is no number. */
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

/** What asking for a quote takes, the files apart; the server knows whether the phone number can exist (docs/product.md, section 3.10). */
export const newQuoteSchema = v.object({
  email: emailAddress,
  countryCode: checkedText((code) => {
    if (!isBlank(code) && !/^[a-z]{2}$/i.test(code.trim())) return 'Country code is invalid'
  }),
  phone: requiredText('Phone', 40),
  subject: requiredText('Subject', 120),
  description: requiredText('Description', 20_000),
  deadline: moment('Deadline', isDate),
  deadlineTime: moment('Deadline time', (text) => clockShape.test(text)),
  pages: checkedText((value) => {
    if (pageCount(value) > MAX_PAGES) return 'Pages must be at most 10,000'
  }),
  terms: v.pipe(
    v.boolean(),
    v.check((ticked) => ticked, 'Terms must be accepted'),
  ),
})

/** True for a moment before `now` (milliseconds), given as date and time fields hold it; without a time, a day that is over. */
export function hasPassed(date: string, time: string, now: number): boolean {
  return isDate(date) && new Date(`${date}T${time || '23:59'}`).getTime() < now
}

/** What is wrong with the files of one request taken together, or nothing. */
export function filesProblem(files: { size: number }[]): string | undefined {
  if (files.length > MAX_FILES) return 'At most 10 files can be attached'
  const together = files.reduce((sum, { size }) => sum + size, 0)
  if (together > MAX_FILES_BYTES) return 'Files may be at most 60 MB together'
}

/** The fields of a request that admins change (docs/product.md, section 3.10); an empty `validUntil` removes the date. */
export const updateQuoteSchema = v.object({
  status: checkedText((value) => {
    if (!quoteStatuses.some((status) => status === value.trim().toLowerCase())) return 'Invalid status value'
  }),
  amount: v.pipe(
    v.custom<number>((amount) => typeof amount === 'number'),
    v.check((amount) => amount >= 0, 'Amount must be zero or more'),
    v.check((amount) => !(amount > MAX_AMOUNT), 'Amount must be at most 1,000,000'),
  ),
  note: optionalText('Note', 10_000),
  validUntil: checkedText((value) => {
    if (!isBlank(value) && !isTime(value)) return 'Valid until is invalid'
  }),
})
