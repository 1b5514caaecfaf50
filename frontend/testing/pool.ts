import type { OpenAssignment } from '../src/features/pool/model'

/** An assignment in the pool as the server sends it. `overrides` replaces fields. */
export const openAssignment = (overrides: Partial<OpenAssignment> = {}): OpenAssignment => ({
  _id: 'p1',
  reference: 'A-7F3K2M',
  title: 'Essay on tides',
  description: 'Two thousand words on the tides.',
  subject: 'Physics',
  dueDate: '2099-12-01T10:00:00.000Z',
  priority: 'High',
  type: 'Essay',
  words: 1250,
  earnings: 120.5,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...overrides,
})
