import type { ComponentType } from 'react'
import { listActivities } from '../../features/activities/api'
import { listAllAssignments } from '../../features/assignments/api'
import { listQuotes } from '../../features/quotes/api'
import { listUsers } from '../../features/users/api'
import type { Page } from '../../lib/client'
import { settle } from '../loading'
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
import type { Shown } from './desk-list'

/** One thing that the desk looks after: how its address is read, what it asks for, and how it is shown. */
type AdminTab<Row, Filter> = {
  /** Its name in the address; the first tab needs none. */
  name: string
  label: string
  filterOf: (query: URLSearchParams) => Filter
  addressOf: (filter: Partial<Filter>) => string
  list: (filter: Filter, signal: AbortSignal) => Promise<Page<Row>>
  Panel: ComponentType<Shown<Row, Filter>>
}

/** Keeps what a tab loads and what its panel takes in step. */
function tab<Row, Filter extends { search: string; sort: string; page: number }>({
  name,
  label,
  filterOf,
  addressOf,
  list,
  Panel,
}: AdminTab<Row, Filter>) {
  return {
    name,
    label,
    load: (query: URLSearchParams, signal: AbortSignal) => {
      const filter = filterOf(query)
      return { filter, found: settle(list(filter, signal)) } as Shown<unknown, object>
    },
    /** The address of the view that another one asks for, its search, order and page apart. */
    viewOf: (query: URLSearchParams) => {
      const { search: _search, sort: _sort, page: _page, ...view } = filterOf(query)
      return addressOf(view as unknown as Partial<Filter>)
    },
    Panel: Panel as unknown as ComponentType<Shown<unknown, object>>,
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
