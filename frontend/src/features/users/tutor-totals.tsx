import { formatMoney } from '../../lib/formats/money'
import { StatCard, StatPlaceholders, StatRow } from '../../ui/charts/stat-card'
import type { TutorStats } from './model'
import { totals as words } from './words.en'

/** The sample trends of demo mode (docs/product.md, section 4.13). */
const sampleTrends = { totalAssignments: 23.36, completedAssignments: 9.05, totalEarnings: 12.5 }

/** A tutor's assignments, rating and earnings (docs/product.md, section 4.6). */
export function TutorTotals({ stats, demoMode }: { stats: TutorStats; demoMode: boolean }) {
  const trends = demoMode ? sampleTrends : stats.trends
  return (
    <StatRow label={words.label} columns={4}>
      <StatCard label={words.assignments} value={stats.totalAssignments} trend={trends.totalAssignments} />
      <StatCard
        label={words.completed}
        value={stats.completedAssignments}
        trend={trends.completedAssignments}
      />
      <StatCard label={words.rating} value={stats.averageRating.toFixed(1)} hint={words.outOf} />
      <StatCard
        label={words.earnings}
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
