import type { OwnQuote, Quote } from '../src/features/quotes/model'

/** A quote request as the server sends it to admins. `overrides` replaces fields. */
export function quote(overrides: Partial<Quote> = {}): Quote {
  return {
    _id: 'q1',
    reference: 'Q-7F3K2M',
    email: 'visitor@example.com',
    phone: '+61491570006',
    countryCode: 'AU',
    service: 'essay-writing',
    serviceName: 'Essay writing',
    subject: 'HIST101',
    description: 'Two thousand words on the tides.',
    deadline: '2099-12-01',
    deadlineTime: '21:00',
    timeZone: 'Australia/Sydney',
    dueAt: '2099-12-01T10:00:00.000Z',
    pages: 8,
    status: 'new',
    amount: 0,
    currency: 'AUD',
    note: '',
    validUntil: '',
    files: [{ name: 'brief.pdf', size: 2048, url: '/api/quotes/q1/files/brief.pdf?sign=x' }],
    createdAt: '2026-11-20T10:00:00.000Z',
    version: 0,
    openedAt: null,
    declineReason: '',
    assignment: null,
    versions: [],
    ...overrides,
  }
}

/** A quote request as the server sends it to the customer who asked. `overrides` replaces fields. */
export function ownQuote(overrides: Partial<OwnQuote> = {}): OwnQuote {
  return {
    _id: 'q1',
    reference: 'Q-7F3K2M',
    service: 'essay-writing',
    serviceName: 'Essay writing',
    subject: 'HIST101',
    pages: 8,
    dueAt: '2099-12-01T10:00:00.000Z',
    status: 'new',
    amount: null,
    currency: 'AUD',
    validUntil: null,
    offerUrl: null,
    assignment: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    ...overrides,
  }
}
