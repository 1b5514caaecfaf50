import { locale } from '../../lib/formats/locale'
import type { AssignmentStats } from './types'

/** One bar of a chart, and the row of its table. */
export type Bar = { label: string; count: number; fill?: string }

/** The colours of priorities (docs/product.md, section 3.1), as the theme names them. */
const priorityFills: Record<string, string> = {
  High: 'var(--color-error)',
  Medium: 'var(--color-warning)',
  Low: 'var(--color-success)',
}

/** How many assignments have each priority, High first, whether there are any or not. */
export function priorityBars({ priorityStats }: AssignmentStats): Bar[] {
  return Object.entries(priorityFills).map(([label, fill]) => ({
    label,
    fill,
    count: priorityStats.find(({ priority }) => priority === label)?.count ?? 0,
  }))
}

/** How many subjects have a bar of their own. */
const MOST_SUBJECTS = 8

/** The most frequent subjects, and how many assignments and subjects the others are. */
export function subjectBars({ subjectStats }: AssignmentStats) {
  const others = subjectStats.slice(MOST_SUBJECTS)
  return {
    bars: subjectStats.slice(0, MOST_SUBJECTS).map(({ subject, count }) => ({ label: subject, count })),
    others: { subjects: others.length, count: others.reduce((sum, { count }) => sum + count, 0) },
  }
}

const weekFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** What came in week by week, each by its Monday. */
export function weekBars({ weeklyIntake }: AssignmentStats): Bar[] {
  return weeklyIntake.map(({ week, count }) => ({ label: weekFormat.format(new Date(week)), count }))
}
