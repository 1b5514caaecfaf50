import type { Invoice, Payment } from '../src/features/money/model'
import { site } from './site'

/** A payment as the server sends it. `overrides` replaces fields. */
export function payment(overrides: Partial<Payment> = {}): Payment {
  return {
    _id: 'p1',
    kind: 'received',
    number: 'REC-2026-0001',
    amount: 100,
    method: 'Bank transfer',
    reference: 'TX 1',
    receivedOn: '2026-11-21',
    createdAt: '2026-11-21T10:00:00.000Z',
    ...overrides,
  }
}

/** The invoice of an order that is partly paid, as the server sends it. `overrides` replaces fields. */
export function invoice(overrides: Partial<Invoice> = {}): Invoice {
  return {
    number: 'INV-2026-0001',
    issuedOn: '2026-11-20',
    seller: 'Deskmate\n1 Quay Street',
    buyer: { name: 'Robin Vale', email: 'robin@example.com' },
    reference: 'A-7F3K2M',
    description: 'Essay on tides',
    amount: 120.5,
    currency: 'AUD',
    payments: [payment()],
    amountPaid: 100,
    amountDue: 20.5,
    instructions: 'Pay to account 123.\nQuote A-7F3K2M.',
    policy: site().policy,
    ...overrides,
  }
}
