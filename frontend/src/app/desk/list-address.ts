/** What every filter of a list says: its search, its order, and its page, counted from 1. */
export type ListFilter = { search: string; sort: string; page: number }

/** The row that an address opens, by its id, or none if the id is ''. */
export type OpenedRow = { id: string }

/** What a tab reads from its address; another object with every load. */
export type TabView<Filter> = {
  filter: Filter
  opened: OpenedRow
  /** The address of the list that is shown, without the open row. */
  address: string
  /** The address of what a total counts: the filter without search, order and page. */
  counted: string
}

/**
 * The addresses of one list of the desk. A filter is written into the query
 * without what is as in `usual`; what the query says and nobody knows counts as not said.
 */
export function listAddress<Filter extends ListFilter>({
  path,
  usual,
  orders,
  read,
  openedBy,
}: {
  path: string
  /** The filter of the whole list. */
  usual: Filter
  /** The orders that the server knows. */
  orders: string[]
  /** Reads the part of the filter that is this list's own. */
  read: (query: URLSearchParams) => Omit<Filter, keyof ListFilter>
  /** The name of the parameter that opens a row, if rows can be opened. */
  openedBy?: string
}) {
  /** The address of a view, with the row of an id open; what is not named is as usual. */
  const addressOf = (filter: Partial<Filter>, opened = '') => {
    const query = new URLSearchParams()
    if (openedBy && opened) query.set(openedBy, opened)
    for (const [name, value] of Object.entries({ ...usual, ...filter }))
      if (value !== usual[name as keyof Filter]) query.set(name, String(value))
    return query.size > 0 ? `${path}?${query}` : path
  }
  const filterOf = (query: URLSearchParams): Filter => {
    const sort = query.get('sort') ?? ''
    const page = Number(query.get('page'))
    return {
      ...usual,
      ...read(query),
      search: query.get('search') ?? '',
      sort: orders.includes(sort) ? sort : usual.sort,
      page: Number.isInteger(page) && page > 0 ? page : 1,
    }
  }
  return {
    addressOf,
    /** True where a view does not show its whole list from the beginning; the order alone leaves nothing out. */
    isNarrowed: (filter: Filter) => addressOf({ ...filter, sort: usual.sort }) !== path,
    viewOf: ({ url }: Request): TabView<Filter> => {
      const query = new URL(url).searchParams
      const filter = filterOf(query)
      return {
        filter,
        opened: { id: (openedBy && query.get(openedBy)?.trim()) || '' },
        address: addressOf(filter),
        counted: addressOf({ ...filter, search: usual.search, sort: usual.sort, page: 1 }),
      }
    },
  }
}

/** How a list of the desk writes and reads its addresses. */
export type ListAddress<Filter extends ListFilter> = ReturnType<typeof listAddress<Filter>>
