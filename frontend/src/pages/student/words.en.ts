/** The sentences of the student dashboard. */

export const dashboard = {
  title: 'Your dashboard',
  upload: 'Upload Assignment',
  newAssignment: 'New Assignment',
  created: 'Assignment created',
}

export const totals = {
  label: 'Totals',
  failed: 'We could not load your totals.',
  retry: 'Try again',
}

export const list = {
  title: 'Your Assignments',
  failed: 'Failed to load assignments',
  emptyFiltered: 'No assignments in this list',
  showAll: 'Show all',
  empty: 'No assignments yet',
  emptyHint:
    'Your assignments appear here, with their status and grade. A new one needs a title, a description, a due date and a subject. A file is optional.',
  createFirst: 'Create your first assignment',
}

export const menu = {
  actionsFor: (title: string) => `Actions for ${title}`,
  download: 'Download',
  delete: 'Delete',
}

/** What happens next, and what a student can do, in the rows of the list (docs/product.md, section 4.4). */
export const next = {
  acceptOrAsk: (time: string) => `Accept it, or ask for changes until ${time}.`,
  accept: 'Accept it.',
  rate: 'Rate the work.',
  inProgress: 'Your tutor is working on it.',
  revision: 'Your tutor is working on the changes.',
  pay: (amount: string) => `${amount} is due.`,
}
