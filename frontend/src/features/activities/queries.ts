import type { Page } from '../../lib/api/client'
import type { Question } from '../../lib/api/query'
import { getStory, listActivities, listRecentActivity } from './api'
import type { ActivityFilter } from './list'
import type { Activity, RecentActivity, Story } from './types'

const noun = 'activities'

/** The history of one assignment, oldest first. */
export const storyQuery = (assignment: string): Question<Story> => ({
  queryKey: [noun, 'story', assignment],
  queryFn: ({ signal }) => getStory(assignment, signal),
  meta: { sources: [{ noun: 'assignments', id: assignment }] },
})

/** Recent events of the reader's account and assignments, newest first. */
export const recentActivityQuery: Question<RecentActivity[]> = {
  queryKey: [noun, 'recent'],
  queryFn: ({ signal }) => listRecentActivity(signal),
  meta: { sources: [{ noun: 'assignments' }, { noun: 'users' }] },
}

/** One page of the whole history, for admins. */
export const activitiesQuery = (filter: ActivityFilter): Question<Page<Activity>> => ({
  queryKey: [noun, 'pages', filter],
  queryFn: ({ signal }) => listActivities(filter, signal),
  meta: { sources: [{ noun: 'assignments' }, { noun: 'users' }, { noun: 'quotes' }] },
})
