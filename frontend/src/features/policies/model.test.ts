import { describe, expect, it } from 'vitest'
import { problemsOf, ruleCases } from '../../../testing/rule-cases'
import type { PolicyVersion } from '../../lib/api/policies'
import {
  changesBetween,
  countOpenOrders,
  historyOf,
  inForceAt,
  newPolicySchema,
  policyNumbers,
} from './model'

/** When the cases are added, as in the server's test. */
const added = () => new Date('2026-11-23T10:00:00.000Z').getTime()

/** Forms have every field; the server also names those that a request lacks. */
const empty = Object.fromEntries(
  ['effectiveFrom', ...policyNumbers.map(({ field }) => field)].map((field) => [field, undefined]),
)

describe('the rule of new_policy.json', () => {
  it.each(ruleCases('new_policy.json'))('$name', ({ input, problems }) => {
    expect(problemsOf(newPolicySchema(added), { ...empty, ...(input as object) })).toEqual(problems)
  })
})

const version = (overrides: Partial<PolicyVersion> = {}): PolicyVersion => ({
  version: '2024-07-01',
  effectiveFrom: '2024-07-01T00:00:00.000Z',
  revisionDays: 2,
  longRevisionDays: 3,
  longRevisionWords: 6000,
  refundRequestDays: 3,
  refundMinBusinessDays: 7,
  refundMaxBusinessDays: 10,
  disputeHours: 72,
  retentionDays: 180,
  quoteRetentionDays: 90,
  minimumAge: 18,
  wordsPerPage: 250,
  ...overrides,
})

const announced = version({
  version: '2031-01-01',
  effectiveFrom: '2031-01-01T00:00:00.000Z',
  longRevisionWords: 5000,
})
const second = version({
  version: '2026-01-01',
  effectiveFrom: '2026-01-01T00:00:00.000Z',
  openOrders: 2,
})
const first = version({ openOrders: 1 })

describe('the versions', () => {
  const versions = [announced, second, first]

  it('are in force from the moment they take effect', () => {
    const start = new Date(announced.effectiveFrom).getTime()
    expect(inForceAt(versions, start - 1)).toBe(second)
    expect(inForceAt(versions, start)).toBe(announced)
    expect(inForceAt(versions, 0)).toBeUndefined()
  })

  it('have a standing, and what each has changed', () => {
    expect(historyOf(versions, added())).toEqual([
      {
        policy: announced,
        standing: 'announced',
        changes: [{ label: 'Long revision words', from: '6,000', to: '5,000' }],
      },
      { policy: second, standing: 'inForce', changes: [] },
      { policy: first, standing: 'replaced', changes: null },
    ])
  })

  it('count their open orders together', () => {
    expect(countOpenOrders(versions)).toBe(3)
  })

  it('do not differ in a number still being typed', () => {
    expect(changesBetween(first, { ...first, revisionDays: Number.NaN, minimumAge: 16 })).toEqual([
      { label: 'Minimum age', from: '18', to: '16' },
    ])
  })
})
