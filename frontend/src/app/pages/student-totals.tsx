import { use } from 'react'
import { useRevalidator } from 'react-router'
import { studentLists } from '../../features/assignments/own-lists'
import type { AssignmentStats } from '../../features/assignments/types'
import { StatCard, StatPlaces, StatRow } from '../../ui/stat-card'
import { isTold, type Loaded } from '../loading'

/** The four totals of a student, each leading to the list that it counts (docs/product.md, section 4.4). */
export function StudentTotals({ stats, show }: { stats: Promise<Loaded<AssignmentStats>>; show: string }) {
  const { data, failure } = use(stats)
  return (
    <>
      <Cards stats={data} show={show} />
      {failure && isTold(failure) && <Untold />}
    </>
  )
}

/** Holds the place of a student's totals. */
export function StudentTotalsPlaces() {
  return (
    <StatPlaces>
      <Cards stats={undefined} show="" />
    </StatPlaces>
  )
}

function Cards({ stats, show }: { stats: AssignmentStats | undefined; show: string }) {
  return (
    <StatRow label="Totals" columns={4}>
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

function Untold() {
  const { revalidate } = useRevalidator()
  return (
    <p role="status" className="mt-2 text-muted">
      The totals could not be loaded.{' '}
      <button type="button" className="link" onClick={() => void revalidate()}>
        Try again
      </button>
    </p>
  )
}
