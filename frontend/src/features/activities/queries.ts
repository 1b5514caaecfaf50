import { question } from '../../lib/api/question'
import { getStory, listActivities, listRecentActivity } from './api'
import type { ActivityFilter } from './list'

const noun = 'activities'

/** The history of one assignment, oldest first. */
export const storyQuery = (assignment: string) =>
  question([noun, 'story', assignment], (signal) => getStory(assignment, signal), [
    { noun: 'assignments', id: assignment },
  ])

/** Recent events of the reader's account and assignments, newest first. */
export const recentActivityQuery = question([noun, 'recent'], listRecentActivity, ['assignments', 'users'])

/** One page of the whole history, for admins. */
export const activitiesQuery = (filter: ActivityFilter) =>
  question([noun, 'pages', filter], (signal) => listActivities(filter, signal), [
    'assignments',
    'users',
    'quotes',
  ])
