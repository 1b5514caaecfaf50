// The experts of the front page.
import { formatCount } from '../../lib/formats/format'

export const failure = { title: 'The experts could not be loaded', text: 'Please try again.' }

export const empty = {
  title: 'No experts listed yet',
  text: 'Experts appear here with their subject, the number of assignments they have completed and their ratings from students. You can request a quote in the meantime: a person reads every request.',
  action: 'Browse services',
}

/** Stands where an expert has named no subject. */
export const anySubject = 'Academic writing'

export const rating = {
  label: 'Rating',
  none: 'No ratings yet',
  /** What follows the average: "out of 5 (12 ratings)". */
  source: (count: number) => `out of 5 (${formatCount(count)} ${count === 1 ? 'rating' : 'ratings'})`,
}

export const completed = {
  label: 'Completed',
  count: (count: number) => `${formatCount(count)} ${count === 1 ? 'assignment' : 'assignments'}`,
}
