import { describe, expect, it } from 'vitest'
import { countAll, countOf, isOverdue } from './list'
import { type BoardThing, placeOf } from './model'

const thing = (overrides: Partial<BoardThing>): BoardThing => ({
  kind: 'late',
  noun: 'assignments',
  id: 'id1',
  reference: 'A-7F3K2M',
  title: 'Essay on tides',
  person: 'Kim Marsh',
  dueAt: '2030-06-15T12:00:00.000Z',
  overdue: false,
  ...overrides,
})

describe('the place of a thing on the board', () => {
  it.each([
    ['quote_unanswered', 'quotes', '/admin/dashboard/quotes?quote=id1'],
    ['offer_expiring', 'quotes', '/admin/dashboard/quotes?quote=id1'],
    ['request_files_expiring', 'quotes', '/admin/dashboard/quotes?quote=id1'],
    ['payment_missing', 'assignments', '/assignments/id1'],
    ['unassigned', 'assignments', '/admin/dashboard?update=id1'],
    ['tutor_inactive', 'assignments', '/admin/dashboard?update=id1'],
    ['due_soon', 'assignments', '/assignments/id1'],
    ['late', 'assignments', '/assignments/id1'],
    ['revision_due', 'assignments', '/assignments/id1'],
    ['claim_due', 'claims', '/assignments/a7#claims'],
    ['refund_due', 'claims', '/assignments/a7#claims'],
    ['text_held', 'texts', '/admin/dashboard/texts'],
    ['mail_failed', 'mails', '/admin/dashboard/mails?status=failed'],
    ['new_kind', 'news', '/admin/dashboard'],
  ])('of the kind %s in %s is %s', (kind, noun, place) => {
    expect(placeOf(thing({ kind, noun }), { id1: 'a7' })).toBe(place)
  })

  it('is the list of claims until its subject is known', () => {
    expect(placeOf(thing({ kind: 'claim_due', noun: 'claims' }))).toBe('/admin/dashboard/claims')
  })
})

describe('a thing on the board', () => {
  const deadline = new Date('2030-06-15T12:00:00.000Z').getTime()

  it('is overdue from the instant after its deadline', () => {
    expect(isOverdue(thing({}), deadline)).toBe(false)
    expect(isOverdue(thing({}), deadline + 1)).toBe(true)
  })

  it('without a deadline is never overdue', () => {
    expect(isOverdue(thing({ dueAt: null }), deadline)).toBe(false)
  })

  it('is overdue if the server said so', () => {
    expect(isOverdue(thing({ overdue: true }), deadline - 1)).toBe(true)
  })
})

describe('the numbers of the board', () => {
  const counts = { late: 2, mail_failed: 1, text_held: 0, overdue: 2 }

  it('do not count what is overdue twice', () => {
    expect(countAll(counts)).toBe(3)
  })

  it('are known for some kinds', () => {
    expect(countOf(counts, 'late', 'text_held', 'new_kind')).toBe(2)
  })
})
