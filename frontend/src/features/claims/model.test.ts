import { describe, expect, it } from 'vitest'
import { claim } from '../../../testing/claims'
import { problemsOf, readCases } from '../../../testing/rule-cases'
import { decisionSchema, isOverdue, newClaimSchema, refundable, refundPaymentSchema } from './model'

type Order = { receivedCents?: number; refundCents?: number; returnedCents?: number }
type Problem = { field: string; message: string }
type Cases = {
  open: {
    name: string
    order: Order
    caller: { role: string }
    input: { reason: string; amount?: number }
    refusal: string | null
    problems?: Problem[]
  }[]
  decide: {
    name: string
    kind: string
    order: Order
    input: { decision?: string; outcome?: string; amount?: number }
    problems: Problem[]
  }[]
  pay: { name: string; input: object; problems: Problem[] }[]
}
const cases = readCases<never>('claims.json') as unknown as Cases

/** What can still be returned of an order, in whole units. */
const mostOf = ({ receivedCents = 0, refundCents = 0, returnedCents = 0 }: Order) =>
  (receivedCents - Math.max(refundCents, returnedCents)) / 100

const typed = (amount: number | undefined) => (amount === undefined ? '' : String(amount))

describe('a claim', () => {
  it.each(cases.open.filter(({ refusal }) => refusal === null))('$name', (given) => {
    const most = given.caller.role === 'tutor' ? undefined : mostOf(given.order)
    const input = { ...given.input, amount: typed(given.input.amount) }
    // The kind is not typed.
    const expected = (given.problems ?? []).filter(({ field }) => field !== 'kind')
    expect(problemsOf(newClaimSchema(most), input)).toEqual(expected)
  })
})

describe('a decision', () => {
  it.each(cases.decide)('$name', ({ kind, order, input, problems }) => {
    const { decision = '', outcome = '', amount } = input
    const fields = { decision, outcome, amount: typed(amount) }
    expect(problemsOf(decisionSchema(kind, mostOf(order)), fields)).toEqual(problems)
  })
})

describe('the payment of a refund', () => {
  it.each(cases.pay.filter(({ name }) => name !== 'blank'))('$name', ({ input, problems }) => {
    expect(problemsOf(refundPaymentSchema, input)).toEqual(problems)
  })

  it('needs a method and a reference', () => {
    expect(problemsOf(refundPaymentSchema, { method: ' ', reference: '\n' })).toEqual(
      cases.pay.find(({ name }) => name === 'blank')?.problems,
    )
  })
})

describe('what can still be returned', () => {
  const approved = claim({ status: 'approved', amount: 40.25, payBy: '2026-12-18T23:59:59.999Z' })

  it.each([
    ['is all that is paid', [], 120.5],
    ['leaves out what is approved', [approved], 80.25],
    ['counts what was returned once', [claim({ status: 'paid', amount: 40.25 })], 120.5],
    ['does not leave out what is asked for', [claim({ amount: 60 })], 120.5],
    ['is never less than nothing', [claim({ ...approved, amount: 500 })], 0],
  ])('%s', (_, claims, most) => {
    expect(refundable(120.5, claims)).toBe(most)
  })
})

describe('a claim is overdue', () => {
  const at = Date.parse('2026-11-24T10:00:00.000Z')
  const due = '2026-11-24T10:00:00.000Z'

  it.each([
    [claim({ dueAt: due }), at, false],
    [claim({ dueAt: due }), at + 1, true],
    [claim({ status: 'approved', dueAt: due, payBy: null }), at + 1, false],
    [claim({ status: 'approved', dueAt: null, payBy: due }), at + 1, true],
    [claim({ status: 'paid', dueAt: due, payBy: due }), at + 1, false],
  ])('%#', (given, now, overdue) => {
    expect(isOverdue(given, now)).toBe(overdue)
  })
})
