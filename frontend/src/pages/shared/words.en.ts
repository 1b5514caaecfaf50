/** The sentences of every list with filters. */
export const list = {
  exportCsv: 'Export CSV',
  exportFailed: 'Failed to export the list',
  refresh: 'Refresh',
  showAll: 'Show all',
}

/** Shown in place of what an admin cannot do in their own case (docs/product.md, section 1). */
export const ownCase = {
  why: {
    order: 'You are the student or tutor of this order, so another admin has to handle it.',
    quote: 'You asked for this quote yourself, so another admin has to answer it.',
    text: 'You wrote this, or it was written for you, so another admin has to decide.',
  },
  alone:
    'You are the only admin: make somebody else an admin on the Users tab, or have them sign up with the admin key. Then ask them to do this.',
}
