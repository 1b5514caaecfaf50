import ClipboardList from 'lucide-react/icons/clipboard-list'
import FilePen from 'lucide-react/icons/file-pen'
import { Link } from 'react-router'
import { OutdatedNotice } from '../../app/failures/outdated-notice'
import { SignedInPage } from '../../app/layouts/signed-in-page'
import { tutorDashboardQuery } from '../../features/assignments/api'
import { AssignmentList } from '../../features/assignments/assignment-list'
import type { TutorDashboard } from '../../features/assignments/model'
import { ask, useAnswer } from '../../lib/api/query'
import { formatMoney } from '../../lib/formats/money'
import { StatCard, StatPlaceholders, StatRow } from '../../ui/charts/stat-card'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { LinkCard } from '../../ui/navigation/link-row'
import { quietLinkClass } from '../../ui/text/link-classes'
import { dashboard, quickActions, totals } from './words.en'

export const loader = () => {
  ask(tutorDashboardQuery)
  return null
}

/** Totals that hold the place of the real ones while they load. */
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
    <SignedInPage>
      <h1 className="mb-6 text-4xl">{dashboard.title}</h1>
      <Dashboard />
      <OutdatedNotice />
    </SignedInPage>
  )
}

function Dashboard() {
  return (
    <LoadedAnswer
      answer={useAnswer(tutorDashboardQuery)}
      failed={dashboard.failed}
      fallback={dashboard.assignmentsFailed}
      placeholder={<Placeholder />}
    >
      {(data) => (
        <>
          <Totals dashboard={data} />
          <QuickActions />
          <RecentHeading />
          {data.recentAssignments.length > 0 ? (
            <AssignmentList assignments={data.recentAssignments} forTutor />
          ) : (
            <EmptyState title={dashboard.empty}>{dashboard.emptyHint}</EmptyState>
          )}
        </>
      )}
    </LoadedAnswer>
  )
}

function Placeholder() {
  return (
    <>
      <StatPlaceholders>
        <Totals dashboard={placeholder} />
      </StatPlaceholders>
      <QuickActions />
      <RecentHeading />
      <SkeletonRows label={dashboard.loading} count={3} rowHeight={9} />
    </>
  )
}

function Totals({ dashboard }: { dashboard: TutorDashboard }) {
  const list = (show: string) => `/tutor/assignments?show=${show}`
  return (
    <StatRow label={totals.label} columns={5}>
      <StatCard label={totals.assignments} value={dashboard.totalAssignments} to={list('all')} />
      <StatCard label={totals.completed} value={dashboard.completedAssignments} to={list('completed')} />
      <StatCard label={totals.pending} value={dashboard.pendingAssignments} to={list('open')} />
      <StatCard
        label={totals.earnings}
        value={formatMoney(dashboard.totalEarnings)}
        to="/tutor/dashboard/earnings"
      />
      <StatCard label={totals.rating} value={dashboard.averageRating.toFixed(1)} hint={totals.outOf} />
    </StatRow>
  )
}

function RecentHeading() {
  return (
    <div className="mt-10 mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <h2 className="text-2xl">{dashboard.recent}</h2>
      <Link to="/tutor/assignments?show=handed_in" className={`${quietLinkClass} inline-block py-1`}>
        {dashboard.handedIn}
      </Link>
    </div>
  )
}

/** The two quick actions (docs/product.md, section 4.8). */
function QuickActions() {
  return (
    <ul className="mt-8 grid gap-4 sm:grid-cols-2">
      <LinkCard
        to="/tutor/dashboard/available"
        title={quickActions.available}
        icon={<ClipboardList size={22} strokeWidth={1.5} aria-hidden="true" />}
      >
        {quickActions.availableHint}
      </LinkCard>
      <LinkCard
        to="/tutor/dashboard/submit"
        title={quickActions.submit}
        icon={<FilePen size={22} strokeWidth={1.5} aria-hidden="true" />}
      >
        {quickActions.submitHint}
      </LinkCard>
    </ul>
  )
}
