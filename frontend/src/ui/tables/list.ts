import type { ListFilter } from '../../lib/api/filter'
import { isTime } from '../../lib/validation/checks'
import type { Choice } from '../forms/select-field'
import * as words from './words.en'

/** The field of a filter: a choice among values, or a day ("2026-12-01", '' for none). */
export type FilterField = { name: string; label: string; choices: readonly Choice[] | 'day' }

/** One filter of a list: its usual value, how it is read from an address and, unless only links set it, its field. */
type Filter<Value extends string = string> = {
  usual: Value
  /** Reads a value; an unknown one counts as the usual one. */
  read: (text: string) => Value
  field?: Omit<FilterField, 'name'>
}

/** A filter that is a choice among values; the first one is the usual one. */
export function choice<const Value extends string>(
  label: string,
  choices: readonly { value: Value; label: string }[],
): Filter<Value> {
  const usual = choices[0]?.value as Value
  const read = (text: string) => choices.find(({ value }) => value === text)?.value ?? usual
  return { usual, read, field: { label, choices } }
}

/** One choice for each value that has a name. */
export const named = <Value extends string>(names: Record<Value, string>) =>
  Object.entries<string>(names).map(([value, label]) => ({ value: value as Value, label }))

/** The choice that filters nothing. */
export const all = { value: 'all', label: words.all } as const

/** A filter that is a day ("2026-12-01"); '' for none. */
export const day = (label: string): Filter => ({
  usual: '',
  read: (text) => (text.length === 10 && isTime(text) ? text : ''),
  field: { label, choices: 'day' },
})

/** A filter by an id or another text, which only links set; '' for none. */
export const linked: Filter = { usual: '', read: (text) => text.trim() }

export const { byCreation } = words

/** The filter of one page of a list that has these filters. */
export type FilterOf<Filters extends Record<string, Filter>> = ListFilter & {
  [Name in keyof Filters]: Filters[Name]['usual']
}

/** What a page reads from its address; a new object after every load. */
export type ListView<Filter> = {
  filter: Filter
  /** The row that the address opens; its id is '' if it opens none. */
  opened: { id: string }
  /** The address of the current list, without the open row. */
  address: string
  /** The address without search, order and page, which a total may link to. */
  counted: string
}

/**
 * A list that can be filtered, and its addresses. The query of an address holds
 * only what differs from the usual filter. Unknown parameters and values are ignored.
 */
export function listOf<Filters extends Record<string, Filter>>({
  path,
  filters,
  orders = {},
  search,
  openedBy,
}: {
  path: string
  /** The filters in the order of their fields. */
  filters: Filters
  /** The sort orders, by their names on the server; the first one is usual. */
  orders?: Record<string, string>
  /** The placeholder of the search, if there is one. */
  search?: string
  /** The name of the parameter that opens a row, if rows can be opened. */
  openedBy?: string
}) {
  type Whole = FilterOf<Filters>
  const sorts = Object.keys(orders)
  const sorting = sorts.length > 0 && choice(words.sortBy, named(orders))
  const usualSort = sorts[0] ?? ''
  const own = (reader: (filter: Filter, name: string) => string) =>
    Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, reader(filter, name)]))
  const usual = { ...own(({ usual }) => usual), search: '', sort: usualSort, page: 1 } as Whole

  /** The address of a view, with a row open if its id is given. Filters that are left out are as usual. */
  const addressOf = (filter: Partial<Whole>, opened = '') => {
    const query = new URLSearchParams()
    if (openedBy && opened) query.set(openedBy, opened)
    for (const [name, value] of Object.entries({ ...usual, ...filter }))
      if (value !== usual[name]) query.set(name, String(value))
    return query.size > 0 ? `${path}?${query}` : path
  }
  return {
    usual,
    search,
    addressOf,
    /** The fields of the filters, and of the order. */
    fields: Object.entries({ ...filters, ...(sorting && { sort: sorting }) }).flatMap<FilterField>(
      ([name, { field }]) => (field ? [{ name, ...field }] : []),
    ),
    /** Whether the view leaves out part of the list: by a filter, a search or a page. */
    isNarrowed: (filter: Whole) => addressOf({ ...filter, sort: usualSort }) !== path,
    viewOf: ({ url }: Request): ListView<Whole> => {
      const query = new URL(url).searchParams
      const filter = {
        ...own(({ read }, name) => read(query.get(name) ?? '')),
        search: query.get('search') ?? '',
        sort: sorting ? sorting.read(query.get('sort') ?? '') : '',
        page: pageIn(query),
      } as Whole
      return {
        filter,
        opened: { id: (openedBy && query.get(openedBy)?.trim()) || '' },
        address: addressOf(filter),
        counted: addressOf({ ...filter, search: '', sort: usualSort, page: 1 }),
      }
    },
  }
}

/** What it takes to show a page of a list. */
export type AnyList<Filter> = {
  search: string | undefined
  fields: FilterField[]
  addressOf: (filter: Partial<Filter>) => string
  isNarrowed: (filter: Filter) => boolean
}

/** The page that an address asks for; pages count from 1. */
export function pageIn(query: URLSearchParams): number {
  const page = Number(query.get('page'))
  return Number.isInteger(page) && page > 0 ? page : 1
}
