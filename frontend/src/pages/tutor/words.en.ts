/** The sentences of the tutor dashboard and of a tutor's lists. */

export const dashboard = {
  title: 'Tutor dashboard',
  failed: 'Failed to load dashboard data',
  assignmentsFailed: 'Failed to fetch assignments',
  loading: 'Loading assignments',
  recent: 'Recent assignments',
  handedIn: 'Assignments you handed in',
  empty: 'No assignments yet',
  emptyHint:
    'Assignments appear here, with their briefs and due dates, when you take one or we assign one to you.',
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
  availableHint: 'Assignments that you can take, with what they ask for and what they pay.',
  submit: 'Submit Completed Work',
  submitHint: 'The assignments that you are working on now. Deliver the ones that are finished.',
}

export const lists = {
  title: 'Your work',
  navigation: 'Lists of assignments',
  empty: 'No assignments in this list',
  emptyHint: 'Assignments appear here when you take one or we assign one to you.',
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

/** The assignments that the tutor can take. */
export const available = {
  title: 'Available assignments',
  loading: 'Loading available assignments',
  failed: 'Failed to fetch available assignments',
  noMatches: 'No matching assignments',
  empty: 'No assignments are available now',
  emptyHint:
    'Assignments appear here as soon as our team opens them to tutors. You do not need to reload the page.',
}

/** The work that the tutor can deliver. */
export const submit = {
  title: 'Submit completed work',
  intro: 'Your work in progress and in revision, due soonest first.',
  list: 'Your work',
  deliver: 'Deliver',
  empty: 'You have no work in progress',
  emptyHint: 'Assignments appear here once you have started them.',
  available: 'View available assignments',
  toDo: 'Your work to do',
}

/** What frames the earnings and payouts. */
export const earnings = {
  title: 'Earnings',
  back: 'Back to your dashboard',
  backHere: 'Back to your earnings',
}
