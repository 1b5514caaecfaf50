/** The sentences of the admin dashboard. */
import { count, formatCount } from '../../lib/formats/format'

const countEmails = (n: number) => count(n, 'email', 'emails')

export const dashboard = {
  title: 'Admin dashboard',
  failed: 'Failed to fetch dashboard data',
  statsFailed: 'Failed to fetch assignment statistics',
  userStatsFailed: 'Failed to fetch user statistics',
  tabs: 'Dashboard sections',
  board: 'Board',
  assignments: 'Assignments',
  users: 'Users',
  quotes: 'Quotes',
  activity: 'Activity',
  mails: 'Emails',
  texts: 'Held texts',
  claims: 'Claims',
  policies: 'Policies',
  money: 'Money',
  status: 'Status',
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
  studentsHint: (n: number) => `${count(n, 'user', 'users')} with assignments`,
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
    const others = count(subjects, 'other subject has', 'other subjects have')
    return `The most common subjects. ${others} ${count(assignments, 'assignment', 'assignments')}.`
  },
}

/** What every list of the dashboard says. */
export const list = { mayBeDeleted: 'It may have been deleted.' }

export const SAVED_VIEWS = 'Saved views'

export const assignments = {
  loading: 'Loading assignments',
  failed: 'Failed to fetch all assignments',
  oneFailed: 'Failed to fetch assignments',
  noMatches: 'No matching assignments',
  empty: 'No assignments yet',
  emptyHint: 'Assignments from students and visitors appear here, newest first.',
  subject: 'Subject',
  updated: (n: number) => `${count(n, 'assignment', 'assignments')} updated successfully`,
  opened: (n: number) => `${count(n, 'assignment is', 'assignments are')} open to tutors now`,
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
  sendAll: 'Resend all failed emails',
  allSentAgain: (emails: number) =>
    emails === 0 ? 'No email had failed' : `${count(emails, 'email is', 'emails are')} waiting to be sent`,
  sendAllFailed: 'Failed to send the emails again',
  dismissed: 'Email dismissed',
  dismissFailed: 'Failed to dismiss the email',
}

export const texts = {
  loading: 'Loading held texts',
  failed: 'Failed to load the held texts',
  noMatches: 'No matching texts',
  showUsual: 'Show held texts',
  empty: 'No texts are held',
  emptyHint:
    'Notes, requests for changes and rating comments that seem to contain contact details appear here. Nobody but their writer reads them until you release them.',
  done: { release: 'The text was released', remove: 'The text was removed' },
  decideFailed: { release: 'Failed to release the text', remove: 'Failed to remove the text' },
}

export const claims = {
  loading: 'Loading claims',
  failed: 'Failed to fetch claims',
  noMatches: 'No matching claims',
  showUsual: 'Show open claims',
  empty: 'No claims are open',
  emptyHint:
    'Refund requests and disputes appear here until they are decided. Approved refunds that are not paid yet are listed under Approved.',
}

export const board = {
  loading: 'Loading the board',
  failed: 'Failed to load the board',
  noMatches: 'Nothing of this kind is waiting.',
  showUsual: 'Show everything',
  empty: 'Nothing is waiting.',
  emptyHint:
    'New quote requests, work that is late or has no tutor, claims, held texts and failed emails appear here as soon as they need you.',
}

export const policies = {
  loading: 'Loading the policies',
  failed: 'Failed to load the policies',
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
    const waits = waiting > 0 ? ` ${count(waiting, 'email is', 'emails are')} waiting.` : ''
    return `Nobody gets email from this site, not even a link to choose a new password.${waits} An email that has waited for 7 days is skipped.`
  },
  remedy:
    'An operator sets up the mail server in the console, under Settings, Mail settings. See docs/operations.md, section Email.',
}

/** The sentences of the Money tab. */
export const ledger = {
  title: 'Ledger',
  loading: 'Loading the ledger',
  failed: 'Failed to load the ledger',
  noMatches: 'No matching entries',
  empty: 'No entries yet',
  emptyHint: 'Finished work, payments, refunds and payouts are entered here automatically.',
  tutor: 'Tutor',
  assignment: 'Assignment',
  unknownTutor: 'one tutor',
  unknownAssignment: 'one assignment',
}
