import type { ReactNode } from 'react'
import { assignmentStatsQuery } from '../../features/assignments/api'
import { type Bar, priorityBars, subjectBars, weekBars } from '../../features/assignments/desk-figures'
import { type AssignmentFilter, assignmentList } from '../../features/assignments/list'
import { useAnswer } from '../../lib/api/query'
import { formatCount } from '../../lib/formats/format'
import { HorizontalBars, VerticalBars } from '../../ui/charts/bar-charts'
import { ChartFigure } from '../../ui/charts/chart-figure'
import { ChartGrid } from '../../ui/charts/chart-grid'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { charts, dashboard } from './words.en'

const rowOf = ({ label, count }: Bar) => ({ label, values: [formatCount(count)] })

/** The statistics as charts, each with its table (docs/product.md, section 4.5). */
export function DeskCharts({
  placeholder,
}: {
  /** Holds their place while the statistics load. */
  placeholder: ReactNode
}) {
  const answer = useAnswer(assignmentStatsQuery)
  const { data } = answer
  if (answer.failure)
    return <LoadFailure answer={answer} title={dashboard.failed} fallback={dashboard.statsFailed} />
  if (!data) return placeholder
  if (data.totalAssignments === 0) return <EmptyState title={charts.empty}>{charts.emptyHint}</EmptyState>
  const weeks = weekBars(data)
  const priorities = priorityBars(data)
  const { bars: subjects, others } = subjectBars(data)
  return (
    <ChartGrid>
      <ChartFigure
        title={charts.weekly}
        head={[charts.weekOf, charts.assignments]}
        rows={weeks.map(rowOf)}
        wide
      >
        <VerticalBars data={weeks} />
      </ChartFigure>
      <ChartFigure
        title={charts.priorities}
        head={[charts.priority, charts.assignments]}
        rows={priorities.map((bar) => ({
          ...rowOf(bar),
          to: assignmentList.addressOf({ priority: bar.label as AssignmentFilter['priority'] }),
        }))}
      >
        <HorizontalBars data={priorities} />
      </ChartFigure>
      <ChartFigure
        title={charts.subjects}
        head={[charts.subject, charts.assignments]}
        rows={subjects.map((bar) => ({
          ...rowOf(bar),
          to: assignmentList.addressOf({ subject: bar.label }),
        }))}
        note={others.subjects > 0 ? charts.otherSubjects(others.subjects, others.count) : ''}
      >
        <HorizontalBars data={subjects} />
      </ChartFigure>
    </ChartGrid>
  )
}
