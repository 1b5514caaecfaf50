/** The sentences of the list of mails, for admins. */

export const statusWords = { queued: 'Waiting', sent: 'Sent', failed: 'Failed', skipped: 'Skipped' }

export const table = {
  caption: 'Mails',
  to: 'To',
  subject: 'Subject',
  status: 'Status',
  attempts: 'Attempts',
  nextAt: 'Next try',
  sentAt: 'Sent',
  created: 'Written',
  actions: 'Actions',
  none: 'None',
  sendAgain: 'Send again',
  sendAgainOf: (subject: string, to: string) => `Send again: ${subject}, to ${to}`,
}

export const filters = {
  status: 'Status',
  sort: 'Sort by',
  all: 'All',
  newest: 'Newest first',
  oldest: 'Oldest first',
}
