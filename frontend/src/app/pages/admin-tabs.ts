import type { ComponentType } from 'react'
import { listActivities } from '../../features/activities/api'
import { getAssignment, listAllAssignments } from '../../features/assignments/api'
import { getQuote, listQuotes } from '../../features/quotes/api'
import { listUsers } from '../../features/users/api'
import type { Page } from '../../lib/client'
import { type Loaded, settle } from '../loading'
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
import type { Shown } from './desk-list'

/** One thing that the desk looks after: how its address is read, what it asks for, and how it is shown. */
type AdminTab<Row, Filter> = {
  /** Its name in the address; the first tab needs none. */
  name: string
  label: string
  filterOf: (query: URLSearchParams) => Filter
  addressOf: (filter: Partial<Filter>) => string
  list: (filter: Filter, signal: AbortSignal) => Promise<Page<Row>>
  /** Where one of its rows opens: how its id is read from the address, and asked for by itself. */
  one?: {
    openedOf: (query: URLSearchParams) => string
    read: (id: string, signal: AbortSignal) => Promise<Row>
  }
  Panel: ComponentType<Shown<Row, Filter>>
}

/** The row of an id, or null where it is empty, as a list has it; one that is not shown there is asked for by itself. */
async function rowOf<Row extends { _id: string }>(
  id: string,
  found: Promise<Loaded<Page<Row>>>,
  read: (id: string) => Promise<Row>,
): Promise<Loaded<Row> | null> {
  if (!id) return null
  const { data, failure } = await found
  if (failure) return { failure }
  const row = data.rows.find(({ _id }) => _id === id)
  return row ? { data: row } : settle(read(id))
}

/** Keeps what a tab loads and what its panel takes in step. */
function tab<Row extends { _id: string }, Filter extends { search: string; sort: string; page: number }>({
  name,
  label,
  filterOf,
  addressOf,
  list,
  one,
  Panel,
}: AdminTab<Row, Filter>) {
  return {
    name,
    label,
    load: (query: URLSearchParams, signal: AbortSignal) => {
      const filter = filterOf(query)
      const found = settle(list(filter, signal))
      const opened = one
        ? rowOf(one.openedOf(query), found, (id) => one.read(id, signal))
        : Promise.resolve(null)
      return { filter, found, opened } as Shown<unknown, object>
    },
    /** The address of the list that another one asks for, without what stands open; nothing for the usual one. */
    listOf: (query: URLSearchParams) => addressOf(filterOf(query)).replace(/^\?$/, ''),
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
    one: { openedOf: openedAssignmentOf, read: getAssignment },
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
    one: { openedOf: openedQuoteOf, read: getQuote },
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
