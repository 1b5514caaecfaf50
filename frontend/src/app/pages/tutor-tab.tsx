import { useEffect } from 'react'
import { recentActivityQuery } from '../../features/activities/queries'
import { RecentActivityList } from '../../features/activities/recent-activity'
import { tutorStatsQuery } from '../../features/tutors/queries'
import { TutorTotals, TutorTotalsPlaces } from '../../features/tutors/tutor-totals'
import type { TutorStats } from '../../features/tutors/types'
import { isTold } from '../../lib/failure'
import { type Answer, useAnswer } from '../../lib/query'
import { siteQuery } from '../../lib/site-query'
import { SkeletonRows } from '../../ui/skeleton'

/** What a tutor's tab asks for. */
export const tutorTabQuestions = [tutorStatsQuery, recentActivityQuery, siteQuery]

/** A tutor's figures and what happened lately; what does not load is only logged (docs/product.md, section 5.1). */
export function TutorTab() {
  return (
    <div className="mt-6">
      <Figures />
      <h2 className="mt-10 mb-4 text-2xl">Recent Activity</h2>
      <Activities />
    </div>
  )
}

const nothing: TutorStats = {
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
  if ([stats, site].some(({ data, failure }) => !data && !failure)) return <TutorTotalsPlaces />
  return <TutorTotals stats={stats.data ?? nothing} demoMode={site.data?.demoMode ?? false} />
}

function Activities() {
  const recent = useAnswer(recentActivityQuery)
  useLog('The recent activity could not be loaded.', recent)
  if (!recent.data && !recent.failure)
    return <SkeletonRows label="Loading recent activity" count={5} rowHeight={3} />
  return <RecentActivityList activities={recent.data ?? []} />
}

function useLog(sentence: string, { failure }: Answer<unknown>) {
  useEffect(() => {
    if (failure && isTold(failure)) console.warn(sentence, failure)
  }, [failure, sentence])
}
