import { activityOrders } from '../../features/activities/activity-filters'
import { kinds } from '../../features/activities/kinds'
import type { ActivityFilter } from '../../features/activities/types'
import { assignmentOrders } from '../../features/assignments/assignment-filters'
import { FINISHED, priorities, statuses } from '../../features/assignments/rules'
import type { AssignmentFilter } from '../../features/assignments/types'
import { quoteOrders } from '../../features/quotes/quote-filters'
import { quoteStatuses } from '../../features/quotes/rules'
import type { QuoteFilter } from '../../features/quotes/types'
import type { UserFilter } from '../../features/users/types'
import { userOrders } from '../../features/users/user-filters'
import { isTime } from '../../lib/rules'

/** The lists of the desk when nothing else is asked for. */
const newestAssignments: AssignmentFilter = {
  status: 'all',
  due: 'all',
  priority: 'all',
  subject: '',
  by: 'all',
  search: '',
  sort: '-createdAt',
  page: 1,
}
const newestActivities: ActivityFilter = {
  kind: 'all',
  person: '',
  assignment: '',
  from: '',
  to: '',
  search: '',
  sort: '-timestamp',
  page: 1,
}
const newestQuotes: QuoteFilter = { status: 'all', search: '', sort: '-createdAt', page: 1 }
const newestUsers: UserFilter = { role: 'all', search: '', sort: '-createdAt', page: 1 }

/** What every list of the desk reads from an address: search, order (the first where none is said) and page. */
function listOf(query: URLSearchParams, orders: string[]) {
  const [usual = ''] = orders
  const sort = query.get('sort') ?? ''
  const page = Number(query.get('page'))
  return {
    search: query.get('search') ?? '',
    sort: orders.includes(sort) ? sort : usual,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** Reads the filter of assignments from an address; what it does not know counts as not said. */
export function filterOf(query: URLSearchParams): AssignmentFilter {
  const known = [...statuses, FINISHED] as const
  const status = known.find((status) => status === query.get('status')) ?? 'all'
  const due = query.get('due') === 'upcoming' ? 'upcoming' : 'all'
  const priority = priorities.find((priority) => priority === query.get('priority')) ?? 'all'
  const subject = query.get('subject') ?? ''
  const by = query.get('by') === 'me' ? 'me' : 'all'
  return { status, due, priority, subject, by, ...listOf(query, assignmentOrders) }
}

/** Reads the filter of accounts from an address; what it does not know counts as not said. */
export function userFilterOf(query: URLSearchParams): UserFilter {
  const roles = ['admin', 'student', 'tutor'] as const
  const role = roles.find((role) => role === query.get('role')) ?? 'all'
  return { role, ...listOf(query, userOrders) }
}

/** Reads the filter of quote requests from an address; what it does not know counts as not said. */
export function quoteFilterOf(query: URLSearchParams): QuoteFilter {
  const status = quoteStatuses.find((status) => status === query.get('status')) ?? 'all'
  return { status, ...listOf(query, quoteOrders) }
}

/** Reads the filter of the history from an address; what it does not know counts as not said. */
export function activityFilterOf(query: URLSearchParams): ActivityFilter {
  const text = (name: string) => query.get(name) ?? ''
  const day = (name: string) => (text(name).length === 10 && isTime(text(name)) ? text(name) : '')
  return {
    kind: kinds.find((kind) => kind === query.get('kind')) ?? 'all',
    person: text('person').trim(),
    assignment: text('assignment').trim(),
    from: day('from'),
    to: day('to'),
    ...listOf(query, activityOrders),
  }
}

/** The id of the assignment that an address opens, or nothing. */
export const openedAssignmentOf = (query: URLSearchParams) => query.get('update')?.trim() ?? ''

/** The id of the quote request that an address opens, or nothing. */
export const openedQuoteOf = (query: URLSearchParams) => query.get('quote')?.trim() ?? ''

/** Writes what is asked for into an address, without what is as ever, and what stands beside it. */
function write<Filter extends object>(filter: Filter, usual: Filter, beside: Record<string, string> = {}) {
  const said = Object.entries(filter).filter(([name, value]) => value !== usual[name as keyof Filter])
  return `?${new URLSearchParams({ ...beside, ...Object.fromEntries(said.map(([name, value]) => [name, String(value)])) })}`
}

/** The address of a view of the assignments, with the one of an id open; what is not named is as ever. */
export const addressOf = (filter: Partial<AssignmentFilter>, opened = '') =>
  write({ ...newestAssignments, ...filter }, newestAssignments, opened ? { update: opened } : {})

/** The address of a view of the accounts; what is not named is as ever. */
export const userAddressOf = (filter: Partial<UserFilter>) =>
  write({ ...newestUsers, ...filter }, newestUsers, { tab: 'users' })

/** The address of a view of the quote requests, with the one of an id open; what is not named is as ever. */
export const quoteAddressOf = (filter: Partial<QuoteFilter>, opened = '') =>
  write({ ...newestQuotes, ...filter }, newestQuotes, { tab: 'quotes', ...(opened && { quote: opened }) })

/** The address of a view of the history; what is not named is as ever. */
export const activityAddressOf = (filter: Partial<ActivityFilter>) =>
  write({ ...newestActivities, ...filter }, newestActivities, { tab: 'activity' })

/** True where a view does not show its whole list from the beginning; the order alone leaves nothing out. */
export function isNarrowed<Filter extends { sort: string }>(
  addressOf: (filter: Partial<Filter>) => string,
  { sort, ...narrowing }: Filter,
) {
  return addressOf(narrowing as Partial<Filter>) !== addressOf({})
}
