import { describe, expect, it } from 'vitest'
import {
  countDays,
  formatBytes,
  formatCount,
  formatDay,
  formatDistance,
  formatTime,
  localInputToUtc,
} from './format'

const now = Date.parse('2026-11-21T00:00:00Z')

describe('a time', () => {
  it("is told in the reader's zone, with its name", () => {
    expect(formatTime('2026-12-01T10:00:00.000Z', now)).toMatch(/^Dec 1, 9:00\sPM (GMT\+11|AEDT)$/)
  })

  it('has its year where it is another one', () => {
    expect(formatTime('2027-01-05T10:00:00.000Z', now)).toContain('2027')
  })

  it('is nothing where there is none', () => {
    expect([formatTime(''), formatDay('soon'), formatDistance('')]).toEqual(['', '', ''])
  })
})

describe('a number', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1234, '1,234'],
    [1234567, '1,234,567'],
    [23.36, '23.36'],
  ])('%d is "%s"', (count, words) => {
    expect(formatCount(count)).toBe(words)
  })

  it('of days has its noun', () => {
    expect([countDays(1), countDays(1000)]).toEqual(['1 day', '1,000 days'])
  })
})

describe('a distance', () => {
  it.each([
    ['2026-11-23T00:00:00Z', 'in 2 days'],
    ['2026-11-22T23:50:00Z', 'in 2 days'],
    ['2026-11-20T21:00:00Z', '3 hours ago'],
    ['2026-11-21T00:05:00Z', 'in 5 minutes'],
    ['2027-02-21T00:00:00Z', 'in 3 months'],
    ['2026-11-21T00:00:20Z', 'now'],
  ])('to %s is "%s"', (iso, words) => {
    expect(formatDistance(iso, now)).toBe(words)
  })
})

describe('a size', () => {
  it.each([
    [820, '820 bytes'],
    [2048, '2 kB'],
    [26_214_400, '25.0 MB'],
  ])('of %d bytes is "%s"', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words)
  })
})

describe('what a datetime-local field holds', () => {
  it("is read in the reader's zone and becomes UTC", () => {
    expect(localInputToUtc('2026-12-01T21:00')).toBe('2026-12-01T10:00:00.000Z')
  })

  it('stays as it is where it is no time', () => {
    expect(localInputToUtc('')).toBe('')
    expect(localInputToUtc('soon')).toBe('soon')
  })
})
