/** The sentences of the tutor dashboard and of a tutor's lists. */

export const dashboard = {
  title: 'Tutor dashboard',
  failed: 'Failed to load dashboard data',
  assignmentsFailed: 'Failed to fetch assignments',
  loading: 'Loading assignments',
  recent: 'Recent assignments',
  handedIn: 'Assignments you handed in',
  empty: 'No assignments yet',
  emptyHint: 'When we give you an assignment, it appears here with its brief and its due date.',
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
  availableHint: 'Your assignments to do, with their briefs and due dates.',
  submit: 'Submit Completed Work',
  submitHint: 'The assignments you are working on now.',
}

export const lists = {
  title: 'Your work',
  navigation: 'Lists of assignments',
  empty: 'No assignments in this list',
  emptyHint: 'Assignments appear here when they reach this status.',
  back: 'Back to your dashboard',
  noneHandedIn: 'Nothing handed in yet',
  noneHandedInHint: 'Assignments that you upload yourself appear here.',
  upload: 'Upload Assignment',
}
