import { locale } from '../formats/locale'
import { serverNow } from './clock'

/**
 * A time in the reader's zone, with the zone's name: "1 Dec 2026, 21:00 AEDT".
 * It omits the current year. Takes RFC 3339 and the current time in
 * milliseconds; '' for anything else.
 */
export function formatTime(iso: string, now = serverNow()): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const thisYear = date.getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(!thisYear && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(date)
}

/** A day without a time zone, such as "2026-12-01", as "1 Dec 2026"; '' for anything else. */
export function formatDate(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(date)
}

/** A day in the reader's zone: "1 December 2026". Takes RFC 3339; '' for anything else. */
export function formatDay(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(date)
}

/** The value of a `datetime-local` field, read in the reader's zone, as UTC for the API; anything else unchanged. */
export function localInputToUtc(value: string): string {
  const date = new Date(value)
  return value.trim() === '' || Number.isNaN(date.getTime()) ? value : date.toISOString()
}

/** The end of the day in a `date` field, in the reader's zone, as UTC for the API; an empty field stays empty. */
export function dayEndToUtc(value: string): string {
  return value.trim() === '' ? value : localInputToUtc(`${value.trim()}T23:59:59`)
}

/** The start of a day ("2026-12-01") in the reader's zone, or of the day `later` days after it, as UTC for the API. */
export function dayStartToUtc(day: string, later = 0): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/** The day after a day, in whatever time zone: "2026-12-01" after "2026-11-30". */
export function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** A day in the reader's zone as a `date` field holds it: "2026-12-01". Takes RFC 3339; '' for anything else. */
export function localDay(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-')
}

/** A time of day in the reader's zone as a `time` field holds it: "21:00". Takes RFC 3339; '' for anything else. */
export function localClock(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return [date.getHours(), date.getMinutes()].map(twoDigits).join(':')
}

/** Whether what lasts until a moment still holds at a time: the moment itself is included. Takes RFC 3339 and milliseconds. */
export const holdsUntil = (iso: string, now: number) => now <= new Date(iso).getTime()

/** A time in UTC, to the second and with its year: "22 Nov 2026, 10:43:05 UTC". Takes RFC 3339; '' for anything else. */
export function formatUtc(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(date)
}
