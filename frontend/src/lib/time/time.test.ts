import { describe, expect, it } from 'vitest'
import { formatDistance } from './distance'
import { dayAfter, formatDate, formatDay, formatTime, localClock, localDay, localInputToUtc } from './time'

const now = Date.parse('2026-11-21T00:00:00Z')

describe('a time', () => {
  it("is shown in the reader's zone, with its name", () => {
    expect(formatTime('2026-12-01T10:00:00.000Z', now)).toMatch(/^Dec 1, 9:00\sPM (GMT\+11|AEDT)$/)
  })

  it('includes its year unless it is the current one', () => {
    expect(formatTime('2027-01-05T10:00:00.000Z', now)).toContain('2027')
  })

  it('is empty if it is missing or invalid', () => {
    expect([formatTime(''), formatDay('soon'), formatDistance('', now)]).toEqual(['', '', ''])
  })
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('a distance', () => {
  it.each([
    [20_000, 'now'],
    [5 * MINUTE, 'in 5 minutes'],
    [59.6 * MINUTE, 'in 59 minutes'],
    [HOUR, 'in 1 hour'],
    [23.7 * HOUR, 'in 23 hours'],
    [DAY, 'in 1 day'],
    [36 * HOUR, 'in 1 day'],
    [7 * DAY, 'in 7 days'],
    [7 * DAY - 26 * HOUR, 'in 5 days'],
    [30 * DAY, 'in 30 days'],
    [92 * DAY, 'in 3 months'],
    [364 * DAY, 'in 11 months'],
    [365 * DAY, 'in 1 year'],
    [-30_000, 'now'],
    [-3 * HOUR, '3 hours ago'],
    [-47 * HOUR, '1 day ago'],
  ])('of %d ms is "%s"', (distance, words) => {
    expect(formatDistance(new Date(now + distance).toISOString(), now)).toBe(words)
  })
})

describe('the value of a datetime-local field', () => {
  it("is read in the reader's zone and converted to UTC", () => {
    expect(localInputToUtc('2026-12-01T21:00')).toBe('2026-12-01T10:00:00.000Z')
  })

  it('is unchanged if it is not a time', () => {
    expect(localInputToUtc('')).toBe('')
    expect(localInputToUtc('soon')).toBe('soon')
  })
})

describe('the values of a date and a time field', () => {
  it("are in the reader's zone", () => {
    const iso = '2099-12-01T13:05:00.000Z'
    expect([localDay(iso), localClock(iso)]).toEqual(['2099-12-02', '00:05'])
  })

  it('are empty without a time', () => {
    expect([localDay(''), localClock('')]).toEqual(['', ''])
  })
})

describe('a day without a time zone', () => {
  it.each([
    ['2026-12-01', 'Dec 1, 2026'],
    ['', ''],
    ['soon', ''],
  ])('"%s" is "%s"', (day, words) => {
    expect(formatDate(day)).toBe(words)
  })

  it.each([
    ['2026-11-30', '2026-12-01'],
    ['2026-12-31', '2027-01-01'],
    ['2028-02-28', '2028-02-29'],
    ['2026-10-04', '2026-10-05'],
  ])('after %s is %s', (day, next) => {
    expect(dayAfter(day)).toBe(next)
  })
})
