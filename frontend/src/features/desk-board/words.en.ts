/** The sentences of the board, for admins. */

/** What waits, by kind. */
export const kindNames = {
  late: 'Late work',
  due_soon: 'Due soon',
  unassigned: 'No tutor',
  tutor_inactive: 'Tutor not available',
  revision_due: 'Revision',
  quote_unanswered: 'New quote request',
  offer_expiring: 'Offer about to expire',
  request_files_expiring: 'Request files about to be deleted',
  claim_due: 'Claim to decide',
  refund_due: 'Refund to pay',
  payment_missing: 'Payment missing',
  text_held: 'Held text',
  mail_failed: 'Email failed',
}

/** What an admin does about it, by kind. The link leads to where it is done. */
export const actionNames = {
  late: 'Open assignment',
  due_soon: 'Open assignment',
  unassigned: 'Choose a tutor',
  tutor_inactive: 'Choose another tutor',
  revision_due: 'Open assignment',
  quote_unanswered: 'Answer request',
  offer_expiring: 'Open offer',
  request_files_expiring: 'Open request',
  claim_due: 'Decide claim',
  refund_due: 'Record the refund',
  payment_missing: 'Record payment',
  text_held: 'Review text',
  mail_failed: 'Open emails',
}

/** The action of a kind that this version does not know, and of the reader's own case. */
export const OPEN = 'Open'

export const table = {
  caption: 'What is waiting',
  kind: 'Waiting',
  title: 'For',
  person: 'Person',
  due: 'Due',
  action: 'Action',
  overdue: 'Overdue',
  /** The person of work that nobody does. */
  nobody: 'No tutor',
  noDeadline: 'No deadline',
  /** Read after the name of the action. */
  about: (title: string, reference: string) => `${title}, ${reference}`,
}

export const filters = {
  kind: 'Waiting',
  allKinds: 'Everything',
  overdue: 'Time',
  allTimes: 'Any time',
  overdueOnly: 'Overdue only',
  counted: (name: string, count: string) => `${name} (${count})`,
}
