import { send, sendForPage } from '../../lib/api/client'
import { downloadExport } from '../../lib/api/download'
import { queryOf as queryWithoutDays } from '../../lib/api/filter'
import { question } from '../../lib/api/query'
import { dayStartToUtc } from '../../lib/time/time'
import type { ActivityFilter } from './list'
import { activitiesSchema, recentActivitiesSchema, storySchema } from './model'

/** Recent events of the caller's account and assignments, newest first. Throws a Failure. */
export const listRecentActivity = (signal?: AbortSignal) =>
  send(recentActivitiesSchema, '/users/recent-activity', { signal })

/** The history of one assignment, oldest first (docs/product.md, section 3.9). Throws a Failure. */
export const getStory = (assignment: string, signal?: AbortSignal) =>
  send(storySchema, `/assignments/${encodeURIComponent(assignment)}/story`, { signal })

/** The query of a filter. Days are those of the reader's time zone. */
const queryOf = ({ from, to, ...filter }: ActivityFilter) => ({
  ...queryWithoutDays(filter),
  ...(from && { from: dayStartToUtc(from) }),
  ...(to && { before: dayStartToUtc(to, 1) }),
})

/** One page of the history, and the total number of matches; for admins. Throws a Failure. */
export const listActivities = (filter: ActivityFilter, signal?: AbortSignal) =>
  sendForPage(activitiesSchema, '/activities', { query: queryOf(filter), page: filter.page, signal })

/** Downloads the history, filtered and sorted, as CSV; for admins. Throws a Failure. */
export const exportActivities = (filter: ActivityFilter) => downloadExport('/activities', queryOf(filter))

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
