/** The sentences of the admin dashboard. */
import { formatCount } from '../../lib/formats/format'

const countEmails = (count: number) => `${formatCount(count)} ${count === 1 ? 'email' : 'emails'}`

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
  mails: 'Emails',
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
  sent: (address: string) => `Offer saved. We are emailing it to ${address}.`,
  sentNowhere: 'Offer saved. Copy its link to pass it on: no mail server is set up.',
  loadingPreview: 'Loading the preview',
  previewFailed: 'The preview could not be loaded.',
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
  loading: 'Loading emails',
  failed: 'Failed to load emails',
  noMatches: 'No matching emails',
  empty: 'No emails yet',
  emptyHint: 'Emails to students, tutors, admins and visitors appear here, newest first.',
  sentAgain: 'The email is waiting to be sent',
  sendFailed: 'Failed to send the email again',
  sendAll: 'Send all failed again',
  allSentAgain: (count: number) => {
    if (count === 0) return 'No email had failed'
    return `${countEmails(count)} ${count === 1 ? 'is' : 'are'} waiting to be sent`
  },
  sendAllFailed: 'Failed to send the emails again',
  dismissed: 'Email dismissed',
  dismissFailed: 'Failed to dismiss the email',
}

/** What the admin dashboard says when emails do not reach people. */
export const mailTrouble = {
  off: (waiting: number) =>
    waiting === 0 ? 'No mail server is set up.' : `No mail server: ${countEmails(waiting)} waiting.`,
  whatToDo: 'What to do',
  failed: (count: number) => `${countEmails(count)} could not be sent.`,
  show: 'Show them',
  title: 'Email is not set up',
  meaning: (waiting: number) => {
    const waits = waiting > 0 ? ` ${countEmails(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting.` : ''
    return `Nobody gets email from this site, not even a link to choose a new password.${waits} An email that has waited for 7 days is skipped.`
  },
  remedy:
    'An operator sets up the mail server in the console, under Settings, Mail settings. See docs/operations.md, section Email.',
}
