/** The part of a filter that every list has: search, order, and page, counted from 1. */
export type ListFilter = { search: string; sort: string; page: number }

/** The id of the row that an address opens; '' means none. */
export type OpenedRow = { id: string }

/** What a page or tab reads from its address; a new object after every load. */
export type TabView<Filter> = {
  filter: Filter
  opened: OpenedRow
  /** The address of the current list, without the open row. */
  address: string
  /** The address without search, order and page, which a total may link to. */
  counted: string
}

/**
 * The addresses of one list. The query holds only what
 * differs from `usual`. Unknown parameters and values are ignored.
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
  /** The sort orders that the server supports. */
  orders: string[]
  /** Reads the part of the filter that only this list has. */
  read: (query: URLSearchParams) => Omit<Filter, keyof ListFilter>
  /** The name of the parameter that opens a row, if rows can be opened. */
  openedBy?: string
}) {
  /** The address of a view, with a row open if its id is given. Fields that are left out are as in `usual`. */
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
    /** True if the view leaves out part of the list: by a filter, a search or a page. */
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

/** How a list writes and reads its addresses. */
export type ListAddress<Filter extends ListFilter> = ReturnType<typeof listAddress<Filter>>
