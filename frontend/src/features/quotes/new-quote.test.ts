import { describe, expect, it } from 'vitest'
import { problemsOf, ruleCases } from '../../../testing/rule-cases'
import { filesProblem } from '../../lib/validation/attachment'
import countries from './countries.json'
import { updateQuoteSchema } from './model'
import { hasPassed, newQuoteSchema, pageCount } from './new-quote'

describe.each([
  { file: 'new_quote.json', schema: newQuoteSchema },
  { file: 'update_quote.json', schema: updateQuoteSchema },
])('the rule of $file', ({ file, schema }) => {
  it.each(ruleCases(file))('$name', ({ input, problems }) => {
    expect(problemsOf(schema, input)).toEqual(problems)
  })
})

describe('the number of pages', () => {
  it.each([
    ['', 1],
    ['abc', 1],
    ['0', 1],
    ['-3', 1],
    ['1.9', 1],
    [' 12 ', 12],
  ])('of %j is %d', (text, pages) => {
    expect(pageCount(text)).toBe(pages)
  })
})

describe('a deadline', () => {
  const now = new Date('2030-06-15T12:00').getTime()

  it.each([
    ['2030-06-14', '', true],
    ['2030-06-15', '', false],
    ['2030-06-15', '11:59', true],
    ['2030-06-15', '12:01', false],
    ['2030-06-16', '00:00', false],
    ['', '11:59', false],
    ['0002-01-01', '11:59', false],
  ])('of %j at %j has passed: %s', (date, time, passed) => {
    expect(hasPassed(date, time, now)).toBe(passed)
  })
})

describe('the files of a request', () => {
  const file = { size: 6_291_456 }

  it('number at most ten, with 60 MB in total', () => {
    expect(filesProblem(Array(10).fill(file))).toBeUndefined()
    expect(filesProblem(Array(11).fill({ size: 1 }))).toBe('At most 10 files can be attached')
    expect(filesProblem([...Array(9).fill(file), { size: 6_291_457 }])).toBe(
      'Files may be at most 60 MB together',
    )
  })
})

describe('the countries', () => {
  it('each have a dialling code, a currency and a symbol', () => {
    expect(countries.length).toBeGreaterThanOrEqual(240)
    expect(countries.length).toBeLessThanOrEqual(250)
    const whole = { dial_code: /^\+\d{1,3}$/, code: /^[A-Z]{2}$/, currency: /^[A-Z]{3}$/ }
    for (const country of countries) {
      expect(country).toEqual({
        name: expect.stringMatching(/./),
        dial_code: expect.stringMatching(whole.dial_code),
        code: expect.stringMatching(whole.code),
        currency: expect.stringMatching(whole.currency),
        currency_symbol: expect.stringMatching(/./),
      })
    }
    expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
  })

  it('include Australia', () => {
    expect(countries.find(({ code }) => code === 'AU')).toEqual({
      name: 'Australia',
      dial_code: '+61',
      code: 'AU',
      currency: 'AUD',
      currency_symbol: '$',
    })
  })
})
