/** The sentences about quote requests that admins read. */

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
  sort: 'Sort by',
  all: 'All',
  search: 'Reference, subject or email',
  orders: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    dueSoonest: 'Due soonest',
    dueLatest: 'Due latest',
    statusUp: 'Status, A to Z',
    statusDown: 'Status, Z to A',
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
  download: 'Download ',
}

export const updateForm = {
  status: 'Status',
  amountIn: (currency: string) => `Amount in ${currency}`,
  validUntil: 'Valid until',
  note: 'Note',
  cancel: 'Cancel',
  submit: 'Update Quote',
  failed: 'Failed to update quote',
}
