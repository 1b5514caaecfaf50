import { describe, expect, it } from 'vitest'
import { problemsOf } from '../../../testing/rule-cases'
import { creditedOf, newPaymentSchema } from './model'

const payment = { amount: 100, method: 'Bank transfer', reference: 'TX 1', receivedOn: '' }

describe('a payment', () => {
  it.each([
    [{}, []],
    [{ receivedOn: '2026-11-20' }, []],
    [{ amount: 0.01 }, []],
    [{ amount: 1_000_000 }, []],
    [{ amount: Number.NaN }, ['Amount is required']],
    [{ amount: 0 }, ['Amount must be more than zero']],
    [{ amount: 0.004 }, ['Amount must be more than zero']],
    [{ amount: -1 }, ['Amount must be more than zero']],
    [{ amount: 1_000_000.01 }, ['Amount must be at most 1,000,000']],
    [{ method: ' ' }, ['Method is required']],
    [{ method: 'm'.repeat(61) }, ['Method is too long (at most 60 characters)']],
    [{ reference: '' }, ['Reference is required']],
    [{ reference: 'r'.repeat(121) }, ['Reference is too long (at most 120 characters)']],
    [{ receivedOn: '2026-02-30' }, ['Received on is invalid']],
  ])('with %j has the problems %j', (change, problems) => {
    const found = problemsOf(newPaymentSchema, { ...payment, ...change })
    expect(found.map(({ message }) => message)).toEqual(problems)
  })
})

describe('what of an invoice need not be paid any more', () => {
  it.each([
    ['while it is partly paid', { amount: 120.5, amountPaid: 100, amountDue: 20.5 }, 0],
    ['after cancelling', { amount: 320.5, amountPaid: 100.2, amountDue: 0 }, 220.3],
    ['when too much was paid', { amount: 100, amountPaid: 120, amountDue: 0 }, 0],
  ])('is %s %j', (_, invoice, credited) => {
    expect(creditedOf(invoice)).toBe(credited)
  })
})
