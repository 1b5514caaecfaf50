/** The sentences of the pool, from which tutors take assignments. */
import { count, formatCount } from '../../lib/formats/format'
import { countWords } from '../../lib/formats/words.en'

const countWork = (n: number) => count(n, 'assignment', 'assignments')

export const pool = {
  list: 'Available assignments',
  due: 'due',
  words: countWords,
  youEarn: (amount: string) => `You earn ${amount}`,
  description: 'Description',
  descriptionOf: (title: string) => ` of ${title}`,
  take: 'Take',
  takeTitle: (title: string) => `Take ${title}`,
}

export const openWork = {
  loading: 'Loading your open work',
  count: (open: number, limit: number) => `You have ${formatCount(open)} of ${countWork(limit)} in progress.`,
  full: 'Deliver one before you take another.',
}

export const taking = {
  title: 'Take this assignment?',
  due: 'Due',
  length: 'Length',
  earnings: 'You earn',
  noEarnings: 'Not set yet',
  openWork: 'Open work',
  unknown: 'Not known',
  meaning:
    'The assignment becomes yours and counts as in progress at once. Until you have delivered something, you can hand it back.',
  confirm: 'Take assignment',
  keep: 'Not now',
  taken: 'Assignment taken',
  failed: 'Failed to take the assignment',
}

export const filters = {
  subject: 'Subject',
  anySubject: 'Any subject',
  due: 'Due',
  anyTime: 'Any time',
  dueWithin: { '3d': 'Within 3 days', '7d': 'Within 7 days', '30d': 'Within 30 days' },
  words: 'Length',
  anyLength: 'Any length',
  lengths: {
    short: `Up to ${formatCount(1000)} words`,
    medium: `${formatCount(1001)} to ${formatCount(6000)} words`,
    long: `More than ${formatCount(6000)} words`,
  },
  earnings: 'Earnings',
  anyEarnings: 'Any amount',
  atLeast: (amount: string) => `${amount} or more`,
  search: 'Title, subject or reference',
  orders: {
    dueDate: 'Due soonest',
    '-earnings': 'Highest earnings',
    earnings: 'Lowest earnings',
  },
}
