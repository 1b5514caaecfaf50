/** The sentences of the list of emails, for admins. */

export const statusWords = { queued: 'Waiting', sent: 'Sent', failed: 'Failed', skipped: 'Skipped' }

export const table = {
  caption: 'Emails',
  to: 'To',
  subject: 'Subject',
  status: 'Status',
  attempts: 'Attempts',
  nextAt: 'Next attempt',
  sentAt: 'Sent',
  created: 'Written',
  actions: 'Actions',
  none: 'None',
  sendAgain: 'Send again',
  dismiss: 'Dismiss',
  /** The name of a button that does something with one email. */
  actOn: (act: string, subject: string, to: string) => `${act}: ${subject}, to ${to}`,
}

export const dismissal = {
  title: 'Dismiss this email?',
  question: (subject: string, to: string) =>
    `“${subject}” to ${to} is removed from this list for good. It can no longer be sent.`,
  confirm: 'Dismiss email',
  cancel: 'Keep it',
}
