import { useEffect } from 'react'
import { replace } from 'react-router'
import { recentActivityQuery } from '../../features/activities/api'
import { RecentActivityList } from '../../features/activities/recent-activity'
import { dashboard } from '../../features/profile/words.en'
import { tutorStatsQuery } from '../../features/users/api'
import type { TutorStats } from '../../features/users/model'
import { TutorTotals, TutorTotalsPlaceholder } from '../../features/users/tutors'
import { isReportable } from '../../lib/api/failure'
import { type Answer, ask, useAnswer } from '../../lib/api/query'
import { siteQuery } from '../../lib/api/site-query'
import { sessionReady } from '../../lib/session/session'
import { SkeletonRows } from '../../ui/loading/skeleton'

/** Only tutors have this tab. */
export const loader = async () => {
  const user = await sessionReady()
  if (user?.role !== 'tutor') throw replace('/profile')
  ask(tutorStatsQuery, recentActivityQuery, siteQuery)
  return null
}

/** A tutor's figures and recent activity; what does not load is only logged (docs/product.md, section 5.1). */
export function Component() {
  return (
    <div className="mt-6">
      <Figures />
      <h2 className="mt-10 mb-4 text-2xl">{dashboard.recentActivity}</h2>
      <RecentActivity />
    </div>
  )
}

const noStats: TutorStats = {
  totalAssignments: 0,
  completedAssignments: 0,
  averageRating: 0,
  totalEarnings: 0,
  trends: { totalAssignments: null, completedAssignments: null, totalEarnings: null },
}

function Figures() {
  const stats = useAnswer(tutorStatsQuery)
  const site = useAnswer(siteQuery)
  useLog('The totals could not be loaded.', stats)
  if ([stats, site].some(({ data, failure }) => !data && !failure)) return <TutorTotalsPlaceholder />
  return <TutorTotals stats={stats.data ?? noStats} demoMode={site.data?.demoMode ?? false} />
}

function RecentActivity() {
  const recent = useAnswer(recentActivityQuery)
  useLog('The recent activity could not be loaded.', recent)
  if (!recent.data && !recent.failure)
    return <SkeletonRows label={dashboard.loading} count={5} rowHeight={3} />
  return <RecentActivityList activities={recent.data ?? []} />
}

function useLog(sentence: string, { failure }: Answer<unknown>) {
  useEffect(() => {
    if (failure && isReportable(failure)) console.warn(sentence, failure)
  }, [failure, sentence])
}
