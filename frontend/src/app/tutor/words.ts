/** The sentences of the tutor dashboard and of a tutor's lists. */

export const dashboard = {
  title: 'Tutor dashboard',
  failed: 'Failed to load dashboard data',
  assignmentsFailed: 'Failed to fetch assignments',
  loading: 'Loading assignments',
  recent: 'Recent assignments',
  handedIn: 'Assignments you uploaded',
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
  submitHint: 'The assignments you are working on now. Our team marks them as completed.',
}

export const lists = {
  title: 'Your work',
  navigation: 'Lists of assignments',
  empty: 'No assignments in this list',
  emptyHint: 'Assignments appear here when they reach this status.',
  back: 'Back to your dashboard',
  noneHandedIn: 'Nothing uploaded yet',
  noneHandedInHint: 'Assignments that you upload yourself appear here.',
  upload: 'Upload Assignment',
}
