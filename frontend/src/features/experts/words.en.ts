// Texts of the experts on the front page.
import { count } from '../../lib/formats/format'

export const failure = { title: 'The experts could not be loaded', text: 'Please try again.' }

export const empty = {
  title: 'No experts listed yet',
  text: 'Experts appear here with their subject, the number of assignments they have completed and their ratings from students. You can request a quote in the meantime: a person reads every request.',
  action: 'Browse services',
}

/** Shown for an expert without a subject. */
export const anySubject = 'Academic writing'

export const rating = {
  label: 'Rating',
  none: 'No ratings yet',
  /** The text after the average: "out of 5 (12 ratings)". */
  source: (n: number) => `out of 5 (${count(n, 'rating', 'ratings')})`,
}

export const completed = {
  label: 'Completed',
  count: (n: number) => count(n, 'assignment', 'assignments'),
}
