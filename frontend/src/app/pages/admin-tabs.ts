import type { ComponentType } from 'react'
import { listActivities } from '../../features/activities/api'
import { listAllAssignments } from '../../features/assignments/api'
import { listQuotes } from '../../features/quotes/api'
import { listUsers } from '../../features/users/api'
import { type Loaded, settle } from '../loading'
import { AdminActivity } from './admin-activity'
import { AdminAssignments } from './admin-assignments'
import {
  activityAddressOf,
  activityFilterOf,
  addressOf,
  filterOf,
  quoteAddressOf,
  quoteFilterOf,
  userAddressOf,
  userFilterOf,
} from './admin-filter'
import { AdminQuotes } from './admin-quotes'
import { AdminUsers } from './admin-users'

/** What a tab shows: the filter that was asked for, and the rows that are on their way. */
type Shown<Filter, Found> = { filter: Filter; found: Promise<Loaded<Found>> }

/** One thing that the desk looks after: how its address is read, what it asks for, and how it is shown. */
type AdminTab<Filter, Found> = {
  /** Its name in the address; the first tab needs none. */
  name: string
  label: string
  filterOf: (query: URLSearchParams) => Filter
  addressOf: (filter: Partial<Filter>) => string
  list: (filter: Filter, signal: AbortSignal) => Promise<Found>
  Panel: ComponentType<Shown<Filter, Found>>
}

/** Keeps what a tab loads and what its panel takes in step. */
function tab<Filter extends { search: string; sort: string; page: number }, Found>({
  name,
  label,
  filterOf,
  addressOf,
  list,
  Panel,
}: AdminTab<Filter, Found>) {
  return {
    name,
    label,
    load: (query: URLSearchParams, signal: AbortSignal) => {
      const filter = filterOf(query)
      return { filter, found: settle(list(filter, signal)) } as Shown<object, unknown>
    },
    /** The address of the view that another one asks for, its search, order and page apart. */
    viewOf: (query: URLSearchParams) => {
      const { search: _search, sort: _sort, page: _page, ...view } = filterOf(query)
      return addressOf(view as unknown as Partial<Filter>)
    },
    Panel: Panel as unknown as ComponentType<Shown<object, unknown>>,
  }
}

/** The tabs of the admin dashboard, in their order (docs/product.md, section 4.5). */
export const adminTabs = [
  tab({
    name: 'assignments',
    label: 'Assignments',
    filterOf,
    addressOf,
    list: listAllAssignments,
    Panel: AdminAssignments,
  }),
  tab({
    name: 'users',
    label: 'Users',
    filterOf: userFilterOf,
    addressOf: userAddressOf,
    list: listUsers,
    Panel: AdminUsers,
  }),
  tab({
    name: 'quotes',
    label: 'Quotes',
    filterOf: quoteFilterOf,
    addressOf: quoteAddressOf,
    list: listQuotes,
    Panel: AdminQuotes,
  }),
  tab({
    name: 'activity',
    label: 'Activity',
    filterOf: activityFilterOf,
    addressOf: activityAddressOf,
    list: listActivities,
    Panel: AdminActivity,
  }),
]

/** The tab that an address asks for; the first where it names none. */
export function tabOf(query: URLSearchParams) {
  const wanted = adminTabs.find(({ name }) => name === query.get('tab')) ?? adminTabs[0]
  return wanted as (typeof adminTabs)[number]
}
