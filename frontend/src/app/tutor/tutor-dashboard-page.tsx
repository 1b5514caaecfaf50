import ClipboardList from 'lucide-react/icons/clipboard-list'
import FilePen from 'lucide-react/icons/file-pen'
import { Link } from 'react-router'
import { AssignmentList } from '../../features/assignments/assignment-list'
import { tutorDashboardQuery } from '../../features/assignments/queries'
import type { TutorDashboard } from '../../features/assignments/types'
import { ask, useAnswer } from '../../lib/api/query'
import { formatMoney } from '../../lib/formats/money'
import { StatCard, StatPlaceholders, StatRow } from '../../ui/charts/stat-card'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { LinkCard } from '../../ui/navigation/link-card'
import { quietLinkClass } from '../../ui/text/link-classes'
import { OutdatedNotice } from '../failures/outdated-notice'

export const loader = () => {
  ask(tutorDashboardQuery)
  return null
}

/** Holds the places of the totals while they load. */
const placeholder: TutorDashboard = {
  totalAssignments: 0,
  completedAssignments: 0,
  pendingAssignments: 0,
  totalEarnings: 0,
  averageRating: 0,
  recentAssignments: [],
}

export function Component() {
  return (
    <div className="page">
      <h1 className="mb-6 text-4xl">Tutor dashboard</h1>
      <Dashboard />
      <OutdatedNotice />
    </div>
  )
}

function Dashboard() {
  const { data, failure, asking, retry } = useAnswer(tutorDashboardQuery)
  if (failure)
    return (
      <LoadFailure
        failure={failure}
        title="Failed to load dashboard data"
        fallback="Failed to fetch assignments"
        asking={asking}
        onRetry={retry}
      />
    )
  if (!data)
    return (
      <>
        <StatPlaceholders>
          <Totals dashboard={placeholder} />
        </StatPlaceholders>
        <QuickActions />
        <RecentHead />
        <SkeletonRows label="Loading assignments" count={3} rowHeight={9} />
      </>
    )
  return (
    <>
      <Totals dashboard={data} />
      <QuickActions />
      <RecentHead />
      {data.recentAssignments.length > 0 ? (
        <AssignmentList assignments={data.recentAssignments} forTutor />
      ) : (
        <EmptyState title="Nothing is given to you yet">
          When an administrator gives you an assignment, it stands here with its brief and its due date.
        </EmptyState>
      )}
    </>
  )
}

function Totals({ dashboard }: { dashboard: TutorDashboard }) {
  const list = (show: string) => `/tutor/assignments?show=${show}`
  return (
    <StatRow label="Totals">
      <StatCard label="Total Assignments" value={dashboard.totalAssignments} to={list('all')} />
      <StatCard label="Completed" value={dashboard.completedAssignments} to={list('completed')} />
      <StatCard label="Pending" value={dashboard.pendingAssignments} to={list('open')} />
      <StatCard label="Total Earnings" value={formatMoney(dashboard.totalEarnings)} />
      <StatCard label="Average Rating" value={dashboard.averageRating.toFixed(1)} hint="out of 5" />
    </StatRow>
  )
}

function RecentHead() {
  return (
    <div className="mt-10 mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <h2 className="text-2xl">Recent assignments</h2>
      <Link to="/tutor/assignments?show=handed_in" className={`${quietLinkClass} inline-block py-1`}>
        What you handed in
      </Link>
    </div>
  )
}

/** The two quick actions (docs/product.md, section 4.8). */
function QuickActions() {
  return (
    <ul className="mt-8 grid gap-4 sm:grid-cols-2">
      <LinkCard
        to="/tutor/assignments?show=open"
        title="View Available Assignments"
        icon={<ClipboardList size={22} strokeWidth={1.5} aria-hidden="true" />}
      >
        What is yours to do, with its brief and its due date.
      </LinkCard>
      <LinkCard
        to="/tutor/assignments?show=in_progress"
        title="Submit Completed Work"
        icon={<FilePen size={22} strokeWidth={1.5} aria-hidden="true" />}
      >
        What you are working on now.
      </LinkCard>
    </ul>
  )
}
