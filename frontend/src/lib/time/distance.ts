import { locale } from '../formats/locale'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const YEAR = 365 * DAY

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', YEAR],
  ['month', YEAR / 12],
  ['day', DAY],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
]

const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })

/**
 * How far away a time is, in full units: "in 2 days", "3 hours ago", "now". It
 * never rounds up, so no deadline seems further away than it is. Takes RFC 3339
 * and the current time in milliseconds; '' for anything else.
 */
export function formatDistance(iso: string, now: number): string {
  const distance = new Date(iso).getTime() - now
  if (Number.isNaN(distance)) return ''
  for (const [unit, length] of units) {
    if (Math.abs(distance) >= length) return distances.format(Math.trunc(distance / length), unit)
  }
  return 'now'
}
