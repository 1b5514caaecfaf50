import type { Period } from './model'

/** The sentences of the figures by month. */

export const periodWords: Record<Period, string> = {
  '12': 'Last 12 months',
  '24': 'Last 24 months',
  '60': 'Last 5 years',
  'this-year': 'This year',
  'last-year': 'Last year',
}

export const figures = {
  title: 'Figures',
  period: 'Period',
  loading: 'Loading figures',
  failed: 'Failed to load the figures',
  empty: 'Nothing happened in this period',
  emptyHint: 'Money that comes and goes, and deadlines that are kept or missed, are shown here by month.',
  month: 'Month',
  received: 'Money received',
  receivedHead: 'Received',
  returnedHead: 'Returned',
  receivedNote: (received: string, returned: string) =>
    `${received} came from students; ${returned} was returned to them.`,
  earned: 'Money earned',
  earnedHead: 'Earned',
  earnedNote: (earned: string) => `${earned}: the prices of finished work, less refunds.`,
  paid: 'Paid to tutors',
  paidHead: 'Paid',
  paidNote: (paid: string) => `${paid} was paid out.`,
  desk: 'The desk’s share',
  deskHead: 'Share',
  deskNote: (desk: string) => `${desk}: what was earned, less what tutors get of it.`,
  deadlines: 'Deadlines',
  kept: 'Kept',
  missed: 'Missed',
  shareKept: 'Share kept',
  noDeadlines: 'none',
  deadlinesNote: (kept: string, all: string, share: string) =>
    `${kept} of ${all} deadlines were kept (${share}).`,
  definition:
    'A deadline is kept if the first delivery comes by the due date, and missed if that passes without one; each counts in the month of its due date, and work cancelled before then does not count.',
}
