import type { ComponentType } from 'react'
import { activitiesQuery } from '../../features/activities/queries'
import { allAssignmentsQuery } from '../../features/assignments/queries'
import { quotesQuery } from '../../features/quotes/queries'
import { usersQuery } from '../../features/users/queries'
import type { Page } from '../../lib/client'
import type { Question } from '../../lib/query'
import { AdminActivity } from './admin-activity'
import { AdminAssignments } from './admin-assignments'
import {
  activityAddressOf,
  activityFilterOf,
  addressOf,
  filterOf,
  openedAssignmentOf,
  openedQuoteOf,
  quoteAddressOf,
  quoteFilterOf,
  userAddressOf,
  userFilterOf,
} from './admin-filter'
import { AdminQuotes } from './admin-quotes'
import { AdminUsers } from './admin-users'
import type { View } from './desk-list'

/** One tab: how its address is read, what it asks for, and how it is shown. */
type AdminTab<Filter> = {
  /** Its name in the address; the first tab needs none. */
  name: string
  label: string
  filterOf: (query: URLSearchParams) => Filter
  addressOf: (filter: Partial<Filter>) => string
  list: (filter: Filter) => Question<Page<unknown>>
  /** Reads the id of an open row from the address, if rows can be opened. */
  openedOf?: (query: URLSearchParams) => string
  Panel: ComponentType<View<Filter>>
}

/** Keeps what a tab asks for and what its panel takes in step. */
function tab<Filter extends { search: string; sort: string; page: number }>({
  name,
  label,
  filterOf,
  addressOf,
  list,
  openedOf = () => '',
  Panel,
}: AdminTab<Filter>) {
  return {
    name,
    label,
    /** What the list of an address asks for. */
    questionOf: (query: URLSearchParams) => list(filterOf(query)),
    /** What the panel is given for an address. */
    viewOf: (query: URLSearchParams): View<object> => ({
      filter: filterOf(query),
      opened: { id: openedOf(query) },
    }),
    /** The address of the list that another address shows, without the open row; '' for the usual list. */
    listOf: (query: URLSearchParams) => addressOf(filterOf(query)).replace(/^\?$/, ''),
    /** The address of what another address counts: its filter without search, order and page. */
    countedOf: (query: URLSearchParams) => {
      const { search: _search, sort: _sort, page: _page, ...counted } = filterOf(query)
      return addressOf(counted as unknown as Partial<Filter>)
    },
    Panel: Panel as unknown as ComponentType<View<object>>,
  }
}

/** The tabs of the admin dashboard, in their order (docs/product.md, section 4.5). */
export const adminTabs = [
  tab({
    name: 'assignments',
    label: 'Assignments',
    filterOf,
    addressOf,
    list: allAssignmentsQuery,
    openedOf: openedAssignmentOf,
    Panel: AdminAssignments,
  }),
  tab({
    name: 'users',
    label: 'Users',
    filterOf: userFilterOf,
    addressOf: userAddressOf,
    list: usersQuery,
    Panel: AdminUsers,
  }),
  tab({
    name: 'quotes',
    label: 'Quotes',
    filterOf: quoteFilterOf,
    addressOf: quoteAddressOf,
    list: quotesQuery,
    openedOf: openedQuoteOf,
    Panel: AdminQuotes,
  }),
  tab({
    name: 'activity',
    label: 'Activity',
    filterOf: activityFilterOf,
    addressOf: activityAddressOf,
    list: activitiesQuery,
    Panel: AdminActivity,
  }),
]

/** The tab that an address asks for; the first where it names none. */
export function tabOf(query: URLSearchParams) {
  const wanted = adminTabs.find(({ name }) => name === query.get('tab')) ?? adminTabs[0]
  return wanted as (typeof adminTabs)[number]
}
