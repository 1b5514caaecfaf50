import { type Page, send, sendForPage } from '../../lib/api/client'
import { downloadExport } from '../../lib/api/download'
import { dayStartToUtc } from '../../lib/time/time'
import {
  type Activity,
  type ActivityFilter,
  activitiesSchema,
  type RecentActivity,
  recentActivitiesSchema,
  type Story,
  storySchema,
} from './types'

/** The last things that happened to the caller's account and assignments, newest first. Throws a Failure. */
export function listRecentActivity(signal?: AbortSignal): Promise<RecentActivity[]> {
  return send(recentActivitiesSchema, '/users/recent-activity', { signal })
}

/** What happened to one assignment, oldest first (docs/product.md, section 3.9). Throws a Failure. */
export function getStory(assignment: string, signal?: AbortSignal): Promise<Story> {
  return send(storySchema, `/assignments/${encodeURIComponent(assignment)}/story`, { signal })
}

/** What the server is asked for a view of the history, its page apart; days are those of the reader's zone. */
const queryOf = ({ kind, person, assignment, from, to, search, sort }: ActivityFilter) => ({
  ...(kind !== 'all' && { kind }),
  ...(person && { person }),
  ...(assignment && { assignment }),
  ...(from && { from: dayStartToUtc(from) }),
  ...(to && { before: dayStartToUtc(to, 1) }),
  ...(search && { search }),
  sort,
})

/** One page of who did what, and how much matches in all; for admins. Throws a Failure. */
export function listActivities(filter: ActivityFilter, signal?: AbortSignal): Promise<Page<Activity>> {
  return sendForPage(activitiesSchema, '/activities', { query: queryOf(filter), page: filter.page, signal })
}

/** Downloads the history, as filtered and ordered, for a spreadsheet; for admins. Throws a Failure. */
export const exportActivities = (filter: ActivityFilter) => downloadExport('/activities', queryOf(filter))
