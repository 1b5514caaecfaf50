import { FINISHED } from '../../features/assignments/rules'
import type { AssignmentStats } from '../../features/assignments/types'
import type { UserStats } from '../../features/users/types'
import { formatCount } from '../../lib/formats/format'
import { StatCard, StatPlaceholders, StatRow } from '../../ui/charts/stat-card'
import { assignmentsAddress } from './assignments-address'
import { usersAddress } from './users-address'

const toAssignments = assignmentsAddress.addressOf
const toUsers = usersAddress.addressOf

/** The sample changes of demo mode, where there is anything to count (docs/product.md, section 4.13). */
const sample = (percent: number, count: number) => (count > 0 ? percent : null)

/** The totals of the desk, each leading to the list that it counts (docs/product.md, section 4.5). */
export function DeskTotals({
  stats,
  users,
  demoMode,
  view,
}: {
  stats: AssignmentStats
  users: UserStats
  demoMode: boolean
  /** The address of the view that is shown, its search, order and page apart. */
  view: string
}) {
  const trends = demoMode
    ? {
        totalAssignments: sample(10, stats.totalAssignments),
        pendingAssignments: sample(5, stats.pendingAssignments),
        completedAssignments: sample(5, stats.completedAssignments),
        users: sample(10, users.totalUsers),
      }
    : stats.trends
  const leadsTo = (to: string) => ({ to, current: view === to })
  return (
    <StatRow label="Totals" columns={4}>
      <StatCard
        label="Total Assignments"
        value={stats.totalAssignments}
        trend={trends?.totalAssignments}
        {...leadsTo(toAssignments({}))}
      />
      <StatCard
        label="Pending"
        value={stats.pendingAssignments}
        trend={trends?.pendingAssignments}
        {...leadsTo(toAssignments({ status: 'pending' }))}
      />
      <StatCard
        label="Completed"
        value={stats.completedAssignments}
        trend={trends?.completedAssignments}
        {...leadsTo(toAssignments({ status: FINISHED }))}
      />
      <StatCard
        label="Total Users"
        value={users.totalUsers}
        trend={trends?.users}
        {...leadsTo(toUsers({}))}
      />
      <StatCard
        label="Submitted"
        value={stats.submittedAssignments}
        hint={`${formatCount(stats.recentAssignments)} came in the last 7 days`}
        {...leadsTo(toAssignments({ status: 'submitted' }))}
      />
      <StatCard
        label="Graded"
        value={stats.gradedAssignments}
        hint="counted as completed too"
        {...leadsTo(toAssignments({ status: 'graded' }))}
      />
      <StatCard
        label="Upcoming Deadlines"
        value={stats.upcomingDueAssignments}
        hint="due from now on"
        {...leadsTo(toAssignments({ due: 'upcoming' }))}
      />
      <StatCard
        label="Students"
        value={users.studentUsers}
        hint={`${formatCount(users.usersWithAssignments)} handed something in`}
        {...leadsTo(toUsers({ role: 'student' }))}
      />
    </StatRow>
  )
}

/** As long as true ones, where they have words beside them. */
const placeholderStats: AssignmentStats = {
  totalAssignments: 0,
  pendingAssignments: 0,
  completedAssignments: 0,
  submittedAssignments: 0,
  gradedAssignments: 0,
  recentAssignments: 0,
  upcomingDueAssignments: 0,
  priorityStats: [],
  subjectStats: [],
  weeklyIntake: [],
  trends: { totalAssignments: 10, pendingAssignments: 10, completedAssignments: 10, users: 10 },
}
const placeholderUsers: UserStats = {
  totalUsers: 0,
  adminUsers: 0,
  studentUsers: 0,
  tutorUsers: 0,
  usersWithAssignments: 0,
}

/** Holds the place of the desk's totals. */
export function DeskTotalsPlaceholder() {
  return (
    <StatPlaceholders>
      <DeskTotals stats={placeholderStats} users={placeholderUsers} demoMode={false} view="" />
    </StatPlaceholders>
  )
}
