import type { Claim } from '../src/features/claims/model'

/** An open refund request as the server sends it to its student. `overrides` replaces fields. */
export const claim = (overrides: Partial<Claim> = {}): Claim => ({
  _id: 'c1',
  kind: 'refund',
  status: 'open',
  reason: 'It is off topic.',
  amount: 60,
  outcome: null,
  openedBy: { _id: 'student-1', name: 'Robin Vale', role: 'student' },
  dueAt: '2099-11-24T10:00:00.000Z',
  payFrom: null,
  payBy: null,
  createdAt: '2099-11-21T10:00:00.000Z',
  decidedAt: null,
  paidAt: null,
  assignment: { _id: 'a1', reference: 'A-7F3K2M', title: 'Essay on tides' },
  actions: [],
  ...overrides,
})
