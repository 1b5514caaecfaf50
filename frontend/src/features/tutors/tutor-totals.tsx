import { formatMoney } from '../../lib/formats/money'
import { StatCard, StatPlaceholders, StatRow } from '../../ui/charts/stat-card'
import type { TutorStats } from './types'

/** The sample trends of demo mode (docs/product.md, section 4.13). */
const sampleTrends = { totalAssignments: 23.36, completedAssignments: 9.05, totalEarnings: 12.5 }

/** What a tutor has done, how it was rated and what it earned (docs/product.md, section 4.6). */
export function TutorTotals({ stats, demoMode }: { stats: TutorStats; demoMode: boolean }) {
  const trends = demoMode ? sampleTrends : stats.trends
  return (
    <StatRow label="Totals" columns={4}>
      <StatCard label="Total Assignments" value={stats.totalAssignments} trend={trends.totalAssignments} />
      <StatCard label="Completed" value={stats.completedAssignments} trend={trends.completedAssignments} />
      <StatCard label="Average Rating" value={stats.averageRating.toFixed(1)} hint="out of 5" />
      <StatCard
        label="Total Earnings"
        value={formatMoney(stats.totalEarnings)}
        trend={trends.totalEarnings}
      />
    </StatRow>
  )
}

/** As long as true ones, where they have words beside them. */
const placeholderStats: TutorStats = {
  totalAssignments: 0,
  completedAssignments: 0,
  averageRating: 0,
  totalEarnings: 0,
  trends: { totalAssignments: 10, completedAssignments: 10, totalEarnings: 10 },
}

/** Holds the place of a tutor's totals. */
export function TutorTotalsPlaceholder() {
  return (
    <StatPlaceholders>
      <TutorTotals stats={placeholderStats} demoMode={false} />
    </StatPlaceholders>
  )
}
