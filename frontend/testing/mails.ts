import type { Mail } from '../src/features/mails/model'

/** A mail as the server sends it to admins, with the fields that a test sets. */
export function mail(wanted: Partial<Mail> = {}): Mail {
  return {
    _id: 'm1',
    kind: 'assignment.graded',
    to: 'robin@example.com',
    subject: 'Graded: Essay on tides',
    status: 'failed',
    attempts: 5,
    nextAt: null,
    sentAt: null,
    error: '550 5.1.1 No such mailbox',
    createdAt: '2026-11-20T10:00:00.000Z',
    ...wanted,
  }
}
