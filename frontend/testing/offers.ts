import type { Offer } from '../src/features/offers/model'
import { site } from './site'

/** An offer as the server sends it to those who hold its link. `overrides` replaces fields. */
export function offer(overrides: Partial<Offer> = {}): Offer {
  return {
    reference: 'Q-7F3K2M',
    service: 'essay-writing',
    serviceName: 'Essay writing',
    subject: 'HIST101',
    description: 'Two thousand words on the tides.',
    pages: 8,
    words: 2000,
    dueAt: '2099-12-01T10:00:00.000Z',
    deadline: '2099-12-01',
    deadlineTime: '21:00',
    timeZone: 'Australia/Sydney',
    files: [{ name: 'brief.pdf', size: 2048 }],
    amount: 120.5,
    currency: 'AUD',
    note: '',
    validUntil: '2099-11-30T12:59:59.000Z',
    status: 'open',
    version: 1,
    email: 'r•••n@example.com',
    accountExists: false,
    policy: site().policy,
    ...overrides,
  }
}
