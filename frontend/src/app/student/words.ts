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
