import { assignmentList } from '../../features/assignments/list'
import { type AssignmentStats, FINISHED } from '../../features/assignments/model'
import { userList } from '../../features/users/list'
import type { UserStats } from '../../features/users/model'
import { StatCard, StatPlaceholders, StatRow } from '../../ui/charts/stat-card'
import { totals as words } from './words.en'

const toAssignments = assignmentList.addressOf
const toUsers = userList.addressOf

/** A sample trend of demo mode, shown only if there is something to count (docs/product.md, section 4.13). */
const sample = (percent: number, count: number) => (count > 0 ? percent : null)

/** The totals of the admin dashboard, each a link to the list that it counts (docs/product.md, section 4.5). */
export function DeskTotals({
  stats,
  users,
  demoMode,
  view,
}: {
  stats: AssignmentStats
  users: UserStats
  demoMode: boolean
  /** The address of the current view, without search, order and page. */
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
  const linkTo = (to: string) => ({ to, current: view === to })
  return (
    <StatRow label={words.label} columns={4}>
      <StatCard
        label={words.assignments}
        value={stats.totalAssignments}
        trend={trends?.totalAssignments}
        {...linkTo(toAssignments({}))}
      />
      <StatCard
        label={words.pending}
        value={stats.pendingAssignments}
        trend={trends?.pendingAssignments}
        {...linkTo(toAssignments({ status: 'pending' }))}
      />
      <StatCard
        label={words.completed}
        value={stats.completedAssignments}
        trend={trends?.completedAssignments}
        {...linkTo(toAssignments({ status: FINISHED }))}
      />
      <StatCard label={words.users} value={users.totalUsers} trend={trends?.users} {...linkTo(toUsers({}))} />
      <StatCard
        label={words.submitted}
        value={stats.submittedAssignments}
        hint={words.submittedHint(stats.recentAssignments)}
        {...linkTo(toAssignments({ status: 'submitted' }))}
      />
      <StatCard
        label={words.graded}
        value={stats.gradedAssignments}
        hint={words.gradedHint}
        {...linkTo(toAssignments({ status: 'graded' }))}
      />
      <StatCard
        label={words.upcoming}
        value={stats.upcomingDueAssignments}
        hint={words.upcomingHint}
        {...linkTo(toAssignments({ due: 'upcoming' }))}
      />
      <StatCard
        label={words.students}
        value={users.studentUsers}
        hint={words.studentsHint(users.usersWithAssignments)}
        {...linkTo(toUsers({ role: 'student' }))}
      />
    </StatRow>
  )
}

/** Numbers and trends that take as much room as real ones. */
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

/** Holds the place of the totals while they load. */
export function DeskTotalsPlaceholder() {
  return (
    <StatPlaceholders>
      <DeskTotals stats={placeholderStats} users={placeholderUsers} demoMode={false} view="" />
    </StatPlaceholders>
  )
}
