import { describe, expect, it } from 'vitest'
import { formatBytes, formatCount } from './format'
import { countDays } from './words.en'

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

  it('of days is followed by its noun', () => {
    expect([countDays(1), countDays(1000)]).toEqual(['1 day', '1,000 days'])
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
