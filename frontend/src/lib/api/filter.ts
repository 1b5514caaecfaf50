/** The part of a filter that every list has: search, order, and page, counted from 1. '' means none. */
export type ListFilter = { search: string; sort: string; page: number }

/** The query of a filter, without its page and without what leaves nothing out: 'all' and ''. */
export const queryOf = ({ page: _, ...filter }: ListFilter & Record<string, string | number>) =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      value === 'all' || value === '' ? [] : [[name, String(value)]],
    ),
  )
