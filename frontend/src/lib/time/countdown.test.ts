import { describe, expect, it } from 'vitest'
import { formatCountdown } from './countdown'

const now = new Date('2026-11-22T10:00:00.000Z').getTime()

describe('the time that is left', () => {
  it.each([
    ['2026-11-22T15:12:59.999Z', '5 hours 12 minutes'],
    ['2026-11-22T11:00:00.000Z', '1 hour'],
    ['2026-11-22T10:01:00.000Z', '1 minute'],
    ['2026-11-22T10:00:59.000Z', 'less than a minute'],
    ['2026-11-22T10:00:00.000Z', 'less than a minute'],
    ['2026-11-22T09:59:59.999Z', ''],
    ['2026-11-23T09:59:59.999Z', '23 hours 59 minutes'],
    ['2026-11-23T10:00:00.000Z', ''],
    ['soon', ''],
  ])('until %s is "%s"', (iso, words) => {
    expect(formatCountdown(iso, now)).toBe(words)
  })
})
