import { locale } from '../formats/locale'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const units = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const

const count = (unit: string, amount: number) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount)

/**
 * The time left until a moment, in its two largest units: "1 day 4 hours", "12
 * minutes", and in the last minute "45 seconds". It never rounds up. '' if the
 * moment has passed. Takes RFC 3339 and the current time in milliseconds.
 */
export function formatTimeLeft(iso: string, now: number): string {
  const left = new Date(iso).getTime() - now
  if (!(left >= 0)) return ''
  if (left < MINUTE) return count('second', Math.floor(left / SECOND))
  const first = units.findIndex(([, length]) => left >= length)
  let rest = left
  const parts = units.slice(first, first + 2).map(([unit, length]) => {
    const amount = Math.floor(rest / length)
    rest -= amount * length
    return amount > 0 && count(unit, amount)
  })
  return parts.filter(Boolean).join(' ')
}

/** When the text of `formatTimeLeft` changes next, in milliseconds from now. Takes the milliseconds left. */
export const nextTick = (left: number) => (left % (left > MINUTE ? MINUTE : SECOND)) + 1
