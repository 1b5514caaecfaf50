import type * as v from 'valibot'
import { sendForPage } from './client'

/** The part of a filter that every list has: search, order, and page, counted from 1. '' means none. */
export type ListFilter = { search: string; sort: string; page: number }

/** The query of a filter, without its page and without what leaves nothing out: 'all' and ''. */
export const queryOf = ({ page: _, ...filter }: ListFilter & Record<string, string | number>) =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      value === 'all' || value === '' ? [] : [[name, String(value)]],
    ),
  )

/** One page of the rows that a filter leaves, and how many there are in all. Throws a Failure. */
export const sendForList = <Row>(
  schema: v.GenericSchema<unknown, Row[]>,
  path: string,
  filter: ListFilter & Record<string, string | number>,
  signal?: AbortSignal,
) => sendForPage(schema, path, { query: queryOf(filter), page: filter.page, signal })
