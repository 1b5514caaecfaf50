import type { ReactNode } from 'react'
import { priorityBars, subjectBars, weekBars } from '../../features/assignments/desk-figures'
import { assignmentStatsQuery } from '../../features/assignments/queries'
import type { AssignmentFilter } from '../../features/assignments/types'
import { useAnswer } from '../../lib/api/query'
import { formatCount } from '../../lib/formats/format'
import { HorizontalBars, VerticalBars } from '../../ui/charts/bar-charts'
import { ChartFigure } from '../../ui/charts/chart-figure'
import { ChartGrid } from '../../ui/charts/chart-grid'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { assignmentsAddress } from './assignments-address'

/** The desk's figures as charts, each with its table (docs/product.md, section 4.5). */
export function DeskCharts({
  placeholder,
}: {
  /** Holds their place while the figures load. */
  placeholder: ReactNode
}) {
  const { data, failure, asking, retry } = useAnswer(assignmentStatsQuery)
  if (failure)
    return (
      <LoadFailure
        failure={failure}
        title="Failed to fetch dashboard data"
        fallback="Failed to fetch assignment statistics"
        asking={asking}
        onRetry={retry}
      />
    )
  if (!data) return placeholder
  if (data.totalAssignments === 0)
    return (
      <EmptyState title="Nothing to draw yet">
        Priorities, subjects and what comes in week by week are drawn here as soon as there is an assignment.
      </EmptyState>
    )
  const weeks = weekBars(data)
  const priorities = priorityBars(data)
  const { bars: subjects, others } = subjectBars(data)
  const assignments = 'Assignments'
  return (
    <ChartGrid>
      <ChartFigure title="Handed in by week" head={['Week from', assignments]} rows={weeks} wide>
        <VerticalBars data={weeks} />
      </ChartFigure>
      <ChartFigure
        title="Priorities"
        head={['Priority', assignments]}
        rows={priorities.map(({ label, count }) => ({
          label,
          count,
          to: assignmentsAddress.addressOf({ priority: label as AssignmentFilter['priority'] }),
        }))}
      >
        <HorizontalBars data={priorities} />
      </ChartFigure>
      <ChartFigure
        title="Subjects"
        head={['Subject', assignments]}
        rows={subjects.map(({ label, count }) => ({
          label,
          count,
          to: assignmentsAddress.addressOf({ subject: label }),
        }))}
        note={
          others.subjects > 0
            ? `The most frequent ones. ${formatCount(others.subjects)} more ${others.subjects === 1 ? 'subject has' : 'subjects have'} ${formatCount(others.count)} of the assignments.`
            : ''
        }
      >
        <HorizontalBars data={subjects} />
      </ChartFigure>
    </ChartGrid>
  )
}
