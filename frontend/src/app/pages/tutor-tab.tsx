import { Suspense, use, useEffect } from 'react'
import { RecentActivityList } from '../../features/activities/recent-activity'
import type { RecentActivity } from '../../features/activities/types'
import { TutorTotals, TutorTotalsPlaces } from '../../features/tutors/tutor-totals'
import type { TutorStats } from '../../features/tutors/types'
import type { Site } from '../../lib/site'
import { SkeletonRows } from '../../ui/skeleton'
import { isTold, type Loaded } from '../loading'

/** A tutor's figures and what happened lately; what does not come is only logged (docs/product.md, section 5.1). */
export function TutorTab({
  stats,
  activities,
  site,
}: {
  stats: Promise<Loaded<TutorStats>>
  activities: Promise<Loaded<RecentActivity[]>>
  site: Promise<Loaded<Site>>
}) {
  return (
    <div className="mt-6">
      <Suspense fallback={<TutorTotalsPlaces />}>
        <Figures stats={stats} site={site} />
      </Suspense>
      <h2 className="mt-10 mb-4 text-2xl">Recent Activity</h2>
      <Suspense fallback={<SkeletonRows label="Loading recent activity" count={5} rowHeight={3} />}>
        <Activities activities={activities} />
      </Suspense>
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

function Figures({ stats, site }: { stats: Promise<Loaded<TutorStats>>; site: Promise<Loaded<Site>> }) {
  const found = use(stats)
  const { data } = use(site)
  useLog('The totals did not come.', found)
  return <TutorTotals stats={found.data ?? nothing} demoMode={data?.demoMode ?? false} />
}

function Activities({ activities }: { activities: Promise<Loaded<RecentActivity[]>> }) {
  const found = use(activities)
  useLog('The recent activity did not come.', found)
  return <RecentActivityList activities={found.data ?? []} />
}

function useLog(sentence: string, { failure }: Loaded<unknown>) {
  useEffect(() => {
    if (failure && isTold(failure)) console.warn(sentence, failure)
  }, [failure, sentence])
}
