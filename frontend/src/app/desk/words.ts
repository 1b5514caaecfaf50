/** The sentences of the admin dashboard. */
import { formatCount } from '../../lib/formats/format'

const countMails = (count: number) => `${formatCount(count)} ${count === 1 ? 'mail' : 'mails'}`

export const dashboard = {
  title: 'Admin dashboard',
  failed: 'Failed to fetch dashboard data',
  statsFailed: 'Failed to fetch assignment statistics',
  userStatsFailed: 'Failed to fetch user statistics',
  tabs: 'Dashboard sections',
  assignments: 'Assignments',
  users: 'Users',
  quotes: 'Quotes',
  activity: 'Activity',
  mails: 'Mails',
}

export const totals = {
  label: 'Totals',
  assignments: 'Total Assignments',
  pending: 'Pending',
  completed: 'Completed',
  users: 'Total Users',
  submitted: 'Submitted',
  submittedHint: (count: number) => `${formatCount(count)} new in the last 7 days`,
  graded: 'Graded',
  gradedHint: 'included in Completed',
  upcoming: 'Upcoming Deadlines',
  upcomingHint: 'due from now on',
  students: 'Students',
  studentsHint: (count: number) => `${formatCount(count)} ${count === 1 ? 'user' : 'users'} with assignments`,
}

export const charts = {
  title: 'Statistics',
  loading: 'Loading charts',
  empty: 'No statistics yet',
  emptyHint: 'Charts of new assignments, priorities and subjects appear here after the first assignment.',
  weekly: 'New assignments by week',
  weekOf: 'Week of',
  assignments: 'Assignments',
  priorities: 'Priorities',
  priority: 'Priority',
  subjects: 'Subjects',
  subject: 'Subject',
  otherSubjects: (subjects: number, assignments: number) => {
    const others = subjects === 1 ? '1 other subject has' : `${formatCount(subjects)} other subjects have`
    const rest = assignments === 1 ? '1 assignment' : `${formatCount(assignments)} assignments`
    return `The most common subjects. ${others} ${rest}.`
  },
}

/** What every list of the dashboard says. */
export const list = {
  exportCsv: 'Export CSV',
  exportFailed: 'Failed to export the list',
  refresh: 'Refresh',
  showAll: 'Show all',
  mayBeDeleted: 'It may have been deleted.',
}

export const SAVED_VIEWS = 'Saved views'

export const assignments = {
  loading: 'Loading assignments',
  failed: 'Failed to fetch all assignments',
  oneFailed: 'Failed to fetch assignments',
  noMatches: 'No matching assignments',
  empty: 'No assignments yet',
  emptyHint: 'Assignments from students and visitors appear here, newest first.',
  subject: 'Subject',
  updated: (count: number) =>
    `${formatCount(count)} ${count === 1 ? 'assignment' : 'assignments'} updated successfully`,
  updateFailed: 'Failed to update assignments',
}

export const users = {
  loading: 'Loading users',
  failed: 'Failed to fetch users',
  noMatches: 'No matching users',
  updated: { status: 'User status updated successfully', role: 'User role updated successfully' },
  updateFailed: { status: 'Failed to update user status', role: 'Failed to update user role' },
}

export const quotes = {
  title: (reference: string) => `Quote ${reference}`,
  loading: 'Loading quote requests',
  failed: 'Failed to fetch quotes',
  noMatches: 'No matching quote requests',
  empty: 'No quote requests yet',
  emptyHint: 'Requests from the front page and the service pages appear here, newest first.',
  updated: 'Quote updated successfully',
}

export const activity = {
  loading: 'Loading activity',
  failed: 'Failed to fetch activity',
  noMatches: 'No matching activity',
  empty: 'No activity yet',
  emptyHint:
    'Changes to accounts, assignments and quote requests appear here, newest first, with the person who made them.',
  person: 'Person',
  unknownPerson: 'one person',
  assignment: 'Assignment',
  unknownAssignment: 'one assignment',
}

export const mails = {
  loading: 'Loading mails',
  failed: 'Failed to load mails',
  noMatches: 'No matching mails',
  empty: 'No mails yet',
  emptyHint: 'Mails to students, tutors, admins and visitors appear here, newest first.',
  sentAgain: 'The mail will be sent again',
  sendFailed: 'Failed to send the mail again',
}

/** What the admin dashboard says when mails do not reach people. */
export const mailTrouble = {
  off: (waiting: number) => `No mail server: ${countMails(waiting)} waiting.`,
  whatToDo: 'What to do',
  failed: (count: number) => `${countMails(count)} could not be sent.`,
  show: 'Show them',
  title: 'Mail is not set up',
  meaning: (waiting: number) =>
    `Nobody gets mail from this site, not even a link to a new password. ${countMails(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting. A mail that has waited for 7 days is skipped.`,
  remedy:
    'An operator sets up the mail server in the console, under Settings, Mail settings. See docs/operations.md, section Mail.',
}
