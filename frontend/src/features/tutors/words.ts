/** The sentences about tutors: their totals, and the choice of one. */
import { formatCount } from '../../lib/formats/format'

export const totals = {
  label: 'Totals',
  assignments: 'Total Assignments',
  completed: 'Completed',
  rating: 'Average Rating',
  outOf: 'out of 5',
  earnings: 'Total Earnings',
}

export const choice = {
  label: 'Tutor',
  nobody: 'No tutor',
  /** `mean` has one decimal. */
  rating: (mean: string, count: number) => `${mean} out of 5 (${formatCount(count)})`,
  unrated: 'not rated yet',
  open: (count: number) => `${formatCount(count)} open`,
}
