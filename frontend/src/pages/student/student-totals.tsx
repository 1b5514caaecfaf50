import { assignmentStatsQuery } from '../../features/assignments/api'
import type { AssignmentStats } from '../../features/assignments/model'
import { studentLists } from '../../features/assignments/own-assignments'
import { isReportable } from '../../lib/api/failure'
import { useAnswer } from '../../lib/api/query'
import { StatCard, StatPlaceholders, StatRow } from '../../ui/charts/stat-card'
import { totals } from './words.en'

/** The four totals of a student, each a link to the list that it counts (docs/product.md, section 4.4). */
export function StudentTotals({ show }: { show: string }) {
  const { data, failure, retry } = useAnswer(assignmentStatsQuery)
  if (!data && !failure)
    return (
      <StatPlaceholders>
        <Cards stats={undefined} show="" />
      </StatPlaceholders>
    )
  return (
    <>
      <Cards stats={data} show={show} />
      {failure && isReportable(failure) && (
        <p role="status" className="mt-2 text-muted">
          {totals.failed}{' '}
          <button type="button" className="link" onClick={retry}>
            {totals.retry}
          </button>
        </p>
      )}
    </>
  )
}

function Cards({ stats, show }: { stats: AssignmentStats | undefined; show: string }) {
  return (
    <StatRow label={totals.label} columns={4}>
      {studentLists.map(({ name, label, counts }) => (
        <StatCard
          key={name}
          label={label}
          value={stats ? counts(stats) : '–'}
          to={name === 'all' ? '.' : `?show=${name}`}
          current={name === show}
        />
      ))}
    </StatRow>
  )
}
