import * as v from 'valibot'
import { sendChange } from '../../lib/api/change'
import { type Page, sendForPage } from '../../lib/api/client'
import { downloadExport } from '../../lib/api/download'
import { queryOf as queryWithoutEnd } from '../../lib/api/filter'
import { dayAfter } from '../../lib/time/time'
import type { LedgerFilter } from './list'
import {
  type Earning,
  type Earnings,
  earningsSchema,
  entriesSchema,
  entrySchema,
  type NewAdjustment,
  type Sums,
} from './types'

/** The query of a filter. Days are those of the site's time zone, as in the figures. */
const queryOf = ({ to, ...filter }: LedgerFilter) => ({
  ...queryWithoutEnd(filter),
  ...(to && { before: dayAfter(to) }),
})

/** One page of the ledger, newest first, and how many entries match; for admins. Throws a Failure. */
export const listEntries = (filter: LedgerFilter, signal?: AbortSignal) =>
  sendForPage(entriesSchema, '/ledger', { query: queryOf(filter), page: filter.page, signal })

/** Downloads the ledger, filtered, as CSV; for admins. Throws a Failure. */
export const exportLedger = (filter: LedgerFilter) => downloadExport('/ledger', queryOf(filter))

/** Changes what a tutor is owed; for admins. Throws a Failure. */
export const createAdjustment = (adjustment: NewAdjustment) =>
  sendChange(entrySchema, 'POST', '/ledger/adjustments', adjustment)

/** What the caller, a tutor, has earned, with a page of the entries, and how many there are. Throws a Failure. */
export async function getEarnings(page: number, signal?: AbortSignal): Promise<Page<Earning> & Sums> {
  const { rows, total } = await sendForPage(pageSchema, '/users/earnings', { page, signal })
  const [{ entries, ...sums }] = rows as [Earnings]
  return { ...sums, rows: entries, total }
}

/** The answer as a list of one, because only lists have a number of matches. */
const pageSchema = v.pipe(
  earningsSchema,
  v.transform((earnings) => [earnings]),
)
