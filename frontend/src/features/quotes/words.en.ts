/** The sentences about quote requests that admins read. */

/** The names of statuses (docs/product.md, section 3.10). */
export const statusNames = {
  new: 'New',
  quoted: 'Quoted',
  accepted: 'Accepted',
  declined: 'Declined',
  closed: 'Closed',
  expired: 'Expired',
}

export const table = {
  caption: 'Quote requests',
  reference: 'Reference',
  subject: 'Subject',
  email: 'Email',
  deadline: 'Deadline',
  pages: 'Pages',
  files: 'Files',
  status: 'Status',
  amount: 'Amount',
  received: 'Received',
  actions: 'Actions',
  none: 'None',
  open: 'Open',
  openReference: (reference: string) => `Open ${reference}`,
}

export const filters = {
  status: 'Status',
  search: 'Reference, subject or email',
  orders: {
    deadline: 'Due soonest',
    '-deadline': 'Due latest',
    status: 'Status, A to Z',
    '-status': 'Status, Z to A',
  },
}

export const brief = {
  label: 'Quote request',
  deadline: 'Deadline',
  asEntered: 'As entered',
  pages: 'Pages',
  service: 'Service',
  frontPage: 'None (front page form)',
  country: 'Country',
  files: 'Files',
  filesGo: (time: string) => `The files are deleted on ${time}, unless you send an offer before then.`,
}

export const updateForm = {
  status: 'Status',
  amountIn: (currency: string) => `Amount in ${currency}`,
  validUntil: 'Valid until',
  note: 'Note',
  noteHint: 'The customer reads this with the offer.',
  cancel: 'Cancel',
  submit: 'Update Quote',
  failed: 'Failed to update quote',
  preview: 'What the customer will see',
  previewEmpty: 'Enter an amount to see the offer.',
  send: 'Send offer',
  sendFailed: 'Failed to send the offer',
  withdraws: 'This withdraws the offer: its link can no longer be used.',
}

/** How the offer ended, or where it stands. */
export const offer = {
  title: 'Offer',
  withdrawn: 'This offer was withdrawn. Its link can no longer be used.',
  opened: (time: string) => `First opened on ${time}.`,
  notOpened: 'The customer has not opened it yet.',
  expired: (time: string) => `It expired on ${time}. Send it again with a new date to renew it.`,
  accepted: (price: string) => `The customer accepted ${price}. An accepted quote can no longer be changed.`,
  order: 'Open the assignment',
  declined: 'The customer declined.',
  declinedWhy: (reason: string) => `The customer declined: “${reason}”`,
  copy: 'Copy link',
  address: 'Link for the customer',
  addressHint: 'Whoever has this link can answer the offer.',
  copied: 'Link copied',
  notCopied: 'Your browser does not allow copying. You can copy the link from its field.',
  copyFailed: 'Failed to get the link',
  history: 'Versions',
  version: (version: number) => `Version ${version}`,
  until: (time: string) => `valid until ${time}`,
  sent: (time: string) => `sent ${time}`,
}

/** The sentences about quote requests that their customers read. */

export const own = {
  title: 'Your quotes',
  loading: 'Loading your quotes',
  failed: 'We could not load your quotes.',
  retry: 'Try again',
  none: 'No quotes yet. When you ask for one, it appears here with its price.',
  ask: 'Ask for a quote',
  /** Those that were answered, or have expired. */
  earlier: 'Earlier quotes',
  asked: 'asked',
  validUntil: 'valid until',
  review: 'Review offer',
  order: 'Open assignment',
  /** Read by screen readers at the end of a link. */
  of: (reference: string) => ` of ${reference}`,
}

export const ownStatusNames = {
  new: 'Received',
  quoted: 'Waiting for your answer',
  accepted: 'Accepted',
  declined: 'Declined',
  closed: 'Closed',
  expired: 'Expired',
}
