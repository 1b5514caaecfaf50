/** The sentences of the tutor dashboard and of a tutor's lists. */

export const dashboard = {
  title: 'Tutor dashboard',
  failed: 'Failed to load dashboard data',
  assignmentsFailed: 'Failed to fetch assignments',
  loading: 'Loading assignments',
  recent: 'Recent assignments',
  handedIn: 'Assignments you handed in',
  empty: 'No assignments yet',
  emptyHint: 'Assignments appear here, with their briefs and due dates, when we assign them to you.',
}

export const totals = {
  label: 'Totals',
  assignments: 'Total Assignments',
  completed: 'Completed',
  pending: 'Pending',
  earnings: 'Total Earnings',
  rating: 'Average Rating',
  outOf: 'out of 5',
}

export const quickActions = {
  available: 'View Available Assignments',
  availableHint: 'The assignments you still have to finish, with their briefs and due dates.',
  submit: 'Submit Completed Work',
  submitHint:
    'The assignments you are working on now. Tell our team when one is finished: they mark it as completed.',
}

export const lists = {
  title: 'Your work',
  navigation: 'Lists of assignments',
  empty: 'No assignments in this list',
  emptyHint: 'Assignments appear here when we assign them to you.',
  /** For the lists that hold assignments of certain statuses only. */
  emptyHints: {
    in_progress: 'Assignments appear here while you are working on them.',
    completed: 'Assignments appear here when they are completed or graded.',
  } as Record<string, string>,
  back: 'Back to your dashboard',
  noneHandedIn: 'Nothing handed in yet',
  noneHandedInHint: 'Assignments that you upload yourself appear here.',
  upload: 'Upload Assignment',
}
