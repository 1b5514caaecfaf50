import { locale } from '../../lib/locale'
import { zoneWords } from '../../lib/time-zone'
import type { Quote } from './types'

/** A deadline as the visitor gave it, on the visitor's clock: "1 Dec 2031, 21:00 (Australia/Sydney)". */
export function formatDeadline({ deadline, deadlineTime, timeZone }: Quote): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${deadline}T00:00:00Z`),
  )
  return `${day}, ${deadlineTime} (${zoneWords(timeZone)})`
}

/** The English name of a country: "Australia" for AU; '' stays ''. */
export const nameOfCountry = (code: string) =>
  code && (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code)

/** The day of a time where the reader is, as a date field holds it. Takes RFC 3339; '' stays ''. */
export function dayOf(iso: string): string {
  if (!iso) return ''
  const date = new Date(iso)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}
