import { describe, expect, it } from 'vitest'
import { offerWaits, pricingProblems } from './model'

describe('an offer that is about to be sent', () => {
  const now = new Date('2030-06-15T12:00:00Z').getTime()
  const until = '2030-06-15T12:00:00.001Z'

  it.each([
    [0.01, until, {}],
    [0, until, { amount: 'Amount is required' }],
    [0.004, until, { amount: 'Amount is required' }],
    [5, '', { validUntil: 'Valid until is required' }],
    [5, '2030-06-15T12:00:00.000Z', { validUntil: 'Valid until must be in the future' }],
    [0, '', { amount: 'Amount is required', validUntil: 'Valid until is required' }],
  ])('with the amount %d until "%s" has the problems %j', (amount, validUntil, problems) => {
    expect(pricingProblems({ amount, validUntil }, now)).toEqual(problems)
  })
})

describe('an offer', () => {
  const validUntil = '2030-06-15T12:00:00.000Z'
  const last = new Date(validUntil).getTime()

  it.each([
    ['quoted', validUntil, last, true],
    ['quoted', validUntil, last + 1, false],
    ['expired', validUntil, last, false],
    ['accepted', validUntil, last, false],
    ['new', null, last, false],
  ])('%s until %s waits for an answer at %d: %s', (status, validUntil, now, waits) => {
    expect(offerWaits({ status, validUntil }, now)).toBe(waits)
  })
})
