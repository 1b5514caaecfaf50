import { locale } from '../formats/locale'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How long a time counts as near, in milliseconds: a day. */
const LAST_DAY = 24 * HOUR

const unit = (name: 'hour' | 'minute') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' })

/**
 * The time left on the last day before a moment: "5 hours 12 minutes". It never
 * rounds up. '' if the moment has passed or is further away than a day. Takes
 * RFC 3339 and the current time in milliseconds.
 */
export function formatCountdown(iso: string, now: number): string {
  const left = new Date(iso).getTime() - now
  if (!(left >= 0 && left < LAST_DAY)) return ''
  if (left < MINUTE) return 'less than a minute'
  const hours = Math.floor(left / HOUR)
  const minutes = Math.floor((left % HOUR) / MINUTE)
  return [hours > 0 && unit('hour').format(hours), minutes > 0 && unit('minute').format(minutes)]
    .filter(Boolean)
    .join(' ')
}
