import type { ComponentProps } from 'react'
import { formatMoney } from '../../lib/formats/money'
import { StatCard, StatPlaceholders, StatRow } from '../../ui/charts/stat-card'
import { SelectField } from '../../ui/forms/select-field'
import type { Tutor, TutorStats } from './model'
import { choice, totals } from './words.en'

/** A tutor in one line: name, field, rating, and number of open assignments. */
function tutorLine({ name, specialization, averageRating, ratingCount, openAssignments }: Tutor) {
  const rating = ratingCount > 0 ? choice.rating(averageRating.toFixed(1), ratingCount) : choice.unrated
  return [name, specialization, rating, choice.open(openAssignments)].filter(Boolean).join(' · ')
}

/**
 * The choice of a tutor, each shown with rating and open work (docs/product.md,
 * section 3.5). The assigned tutor is listed even while the others load, and
 * after they stopped being a tutor.
 */
export function TutorChoice({
  tutors,
  assigned,
  ...field
}: {
  /** Null while they load. */
  tutors: Tutor[] | null
  assigned: { _id: string; name: string } | null
} & Omit<ComponentProps<typeof SelectField>, 'label' | 'choices'>) {
  const missing = assigned && !tutors?.some(({ _id }) => _id === assigned._id) ? [assigned] : []
  const choices = [
    { value: '', label: choice.nobody },
    ...missing.map(({ _id, name }) => ({ value: _id, label: name })),
    ...(tutors ?? []).map((tutor) => ({ value: tutor._id, label: tutorLine(tutor) })),
  ]
  return <SelectField label={choice.label} choices={choices} {...field} />
}

/** The sample trends of demo mode (docs/product.md, section 4.13). */
const sampleTrends = { totalAssignments: 23.36, completedAssignments: 9.05, totalEarnings: 12.5 }

/** A tutor's assignments, rating and earnings (docs/product.md, section 4.6). */
export function TutorTotals({ stats, demoMode }: { stats: TutorStats; demoMode: boolean }) {
  const trends = demoMode ? sampleTrends : stats.trends
  return (
    <StatRow label={totals.label} columns={4}>
      <StatCard label={totals.assignments} value={stats.totalAssignments} trend={trends.totalAssignments} />
      <StatCard
        label={totals.completed}
        value={stats.completedAssignments}
        trend={trends.completedAssignments}
      />
      <StatCard label={totals.rating} value={stats.averageRating.toFixed(1)} hint={totals.outOf} />
      <StatCard
        label={totals.earnings}
        value={formatMoney(stats.totalEarnings)}
        trend={trends.totalEarnings}
      />
    </StatRow>
  )
}

/** Trends that take as much room as real ones. */
const placeholderStats: TutorStats = {
  totalAssignments: 0,
  completedAssignments: 0,
  averageRating: 0,
  totalEarnings: 0,
  trends: { totalAssignments: 10, completedAssignments: 10, totalEarnings: 10 },
}

/** Holds the place of a tutor's totals while they load. */
export function TutorTotalsPlaceholder() {
  return (
    <StatPlaceholders>
      <TutorTotals stats={placeholderStats} demoMode={false} />
    </StatPlaceholders>
  )
}
