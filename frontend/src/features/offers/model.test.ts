import { describe, expect, it } from 'vitest'
import { problemsOf } from '../../../testing/rule-cases'
import { acceptAsNewSchema, acceptSchema, declineSchema, statusAt } from './model'

describe('accepting an offer', () => {
  const answer = { name: '', password: '', acceptTerms: true }

  it.each([
    [acceptSchema, answer, []],
    [acceptSchema, { ...answer, acceptTerms: false }, ['Terms must be accepted']],
    [acceptAsNewSchema, { ...answer, name: 'Robin Vale', password: 'quill-1' }, []],
    [acceptAsNewSchema, answer, ['Name is required', 'Password is required']],
    [
      acceptAsNewSchema,
      { name: 'n'.repeat(201), password: 'short', acceptTerms: true },
      ['Name is too long (at most 200 characters)', 'Password must be at least 6 characters'],
    ],
  ])('(%#) has the problems %j', (schema, input, problems) => {
    expect(problemsOf(schema, input).map(({ message }) => message)).toEqual(problems)
  })
})

describe('declining an offer', () => {
  it('needs no reason, and takes at most 2,000 characters', () => {
    expect(problemsOf(declineSchema, { reason: '' })).toEqual([])
    expect(problemsOf(declineSchema, { reason: 'r'.repeat(2001) })).toEqual([
      { field: 'reason', message: 'Reason is too long (at most 2,000 characters)' },
    ])
  })
})

describe('the status of an offer', () => {
  const validUntil = '2030-06-15T12:00:00.000Z'
  const last = new Date(validUntil).getTime()

  it.each([
    ['open', last, 'open'],
    ['open', last + 1, 'expired'],
    ['accepted', last + 1, 'accepted'],
    ['withdrawn', last, 'withdrawn'],
  ])('that is stored as %s is at %d %s', (status, now, shown) => {
    expect(statusAt({ status, validUntil }, now)).toBe(shown)
  })
})
