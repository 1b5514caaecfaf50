/** The sentences of the history: its table, its filters, and the short list of recent events. */

/** The kinds of events, as filters show them. */
export const kindNames = {
  'account.opened': 'Account opened',
  'account.verified': 'Email verified',
  'account.changed': 'Profile updated',
  'account.email': 'Email changed',
  'account.password': 'Password changed',
  'account.deactivated': 'Account deactivated',
  'account.activated': 'Account activated',
  'account.role': 'Role changed',
  'account.deleted': 'Account deleted',
  'assignment.submitted': 'Handed in',
  'assignment.adopted': 'Added to an account',
  'assignment.status': 'Status changed',
  'assignment.grade': 'Grade or feedback updated',
  'assignment.tutor': 'Tutor changed',
  'assignment.details': 'Type or price updated',
  'assignment.paid': 'Payment recorded',
  'assignment.accepted': 'Work accepted',
  'assignment.pool': 'Opened or closed to tutors',
  'assignment.handed_back': 'Work handed back',
  'assignment.purged': 'Files deleted',
  'assignment.deleted': 'Assignment deleted',
  'assignment.rated': 'Work rated',
  'claim.refund': 'Refund requested',
  'claim.dispute': 'Dispute opened',
  'claim.approved': 'Claim approved',
  'claim.declined': 'Claim declined',
  'claim.withdrawn': 'Claim withdrawn',
  'claim.paid': 'Refund paid',
  'payout.sent': 'Payout sent',
  'revision.requested': 'Revision requested',
  'revision.withdrawn': 'Revision withdrawn',
  'text.released': 'Text released',
  'text.removed': 'Text removed',
  'quote.requested': 'Quote requested',
  'quote.updated': 'Quote updated',
  'quote.deleted': 'Quote deleted',
  'policy.created': 'Policies added',
}

export const table = {
  caption: 'Activity',
  time: 'Time',
  event: 'Event',
  by: 'By',
  account: 'Account',
  noAccount: 'No account',
}

export const filters = {
  kind: 'Event',
  from: 'From',
  to: 'To',
  search: 'Person, title or reference',
  orders: { '-timestamp': 'Newest first', timestamp: 'Oldest first' },
}

export const NO_RECENT_ACTIVITY = 'No recent activity'
