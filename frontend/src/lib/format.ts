/**
 * A time in the reader's zone, with the zone's name: "1 Dec 2026, 21:00 AEDT".
 * The year is left out where it is the present one. Takes RFC 3339 and milliseconds.
 */
export function formatTime(iso: string, now = Date.now()): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const thisYear = date.getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(undefined, {
    day: 'numeric',
    month: 'short',
    ...(!thisYear && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(date)
}

/** A day in the reader's zone: "1 December 2026". Takes RFC 3339. */
export function formatDay(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(date)
}

/** A number with its thousands set apart: "1,234", "23.36". */
export const formatCount = (count: number) => count.toLocaleString('en-US')

/** A number of days as people read it: "1 day", "3 days". */
export const countDays = (count: number) => `${formatCount(count)} ${count === 1 ? 'day' : 'days'}`

const MINUTE = 60_000

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
]

/** How far off a time is: "in 2 days", "3 hours ago", "now". Takes RFC 3339 and milliseconds. */
export function formatDistance(iso: string, now = Date.now()): string {
  const distance = new Date(iso).getTime() - now
  if (Number.isNaN(distance)) return ''
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
  for (const [unit, length] of units) {
    if (Math.abs(distance) >= length) return format.format(Math.round(distance / length), unit)
  }
  return 'now'
}

/** A size that people read: "820 bytes", "1.4 MB". Takes bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kilobytes = bytes / 1024
  if (kilobytes < 1024) return `${Math.round(kilobytes)} kB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}

/** What a `datetime-local` field holds, read in the reader's zone, as UTC for the wire; anything else unchanged. */
export function localInputToUtc(value: string): string {
  const date = new Date(value)
  return value.trim() === '' || Number.isNaN(date.getTime()) ? value : date.toISOString()
}

/** The end of a day of a `date` field, where the reader is, as UTC for the wire; nothing stays nothing. */
export function dayEndToUtc(value: string): string {
  return value.trim() === '' ? value : localInputToUtc(`${value.trim()}T23:59:59`)
}

/** The beginning of a day ("2026-12-01") where the reader is, or of the day that is so many days later, as UTC for the wire. */
export function dayStartToUtc(day: string, later = 0): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/** Money with its sign and two decimals: "$1,234.50". Takes whole units of the site's currency. */
export function formatMoney(units: number): string {
  return `$${units.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}
