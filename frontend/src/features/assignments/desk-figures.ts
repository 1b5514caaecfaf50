import { locale } from '../../lib/formats/locale'
import type { AssignmentStats } from './model'

/** One bar of a chart, and the row of its table. */
export type Bar = { label: string; count: number; fill?: string }

/** The colours of priorities (docs/product.md, section 3.1), as the theme names them. */
const priorityFills: Record<string, string> = {
  High: 'var(--color-error)',
  Medium: 'var(--color-warning)',
  Low: 'var(--color-success)',
}

/** The number of assignments of each priority, High first, including those with none. */
export function priorityBars({ priorityStats }: AssignmentStats): Bar[] {
  return Object.entries(priorityFills).map(([label, fill]) => ({
    label,
    fill,
    count: priorityStats.find(({ priority }) => priority === label)?.count ?? 0,
  }))
}

/** The number of subjects that have a bar of their own. */
const MOST_SUBJECTS = 8

/** The most common subjects, and how many other subjects and assignments there are. */
export function subjectBars({ subjectStats }: AssignmentStats) {
  const others = subjectStats.slice(MOST_SUBJECTS)
  return {
    bars: subjectStats.slice(0, MOST_SUBJECTS).map(({ subject, count }) => ({ label: subject, count })),
    others: { subjects: others.length, count: others.reduce((sum, { count }) => sum + count, 0) },
  }
}

const weekFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The number of new assignments in each week, named by its Monday. */
export function weekBars({ weeklyIntake }: AssignmentStats): Bar[] {
  return weeklyIntake.map(({ week, count }) => ({ label: weekFormat.format(new Date(week)), count }))
}
