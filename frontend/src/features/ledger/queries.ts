import type { Page } from '../../lib/api/client'
import { makeChange, type Question } from '../../lib/api/query'
import { createAdjustment, getEarnings, listEntries } from './api'
import type { LedgerFilter } from './list'
import type { Earning, NamedEntry, NewAdjustment, Sums } from './types'

const noun = 'ledger'

/** What is entered follows from changes to these. */
const sources = [
  { noun: 'assignments' as const },
  { noun: 'claims' as const },
  { noun: 'payouts' as const },
  { noun: 'ledger' as const },
]

/** One page of the ledger, for admins. */
export const entriesQuery = (filter: LedgerFilter): Question<Page<NamedEntry>> => ({
  queryKey: [noun, 'pages', filter],
  queryFn: ({ signal }) => listEntries(filter, signal),
  meta: { sources },
})

/** What the reader, a tutor, has earned, with one page of the entries. */
export const earningsQuery = (page: number): Question<Page<Earning> & Sums> => ({
  queryKey: [noun, 'earnings', page],
  queryFn: ({ signal }) => getEarnings(page, signal),
  meta: { sources },
})

/** As `createAdjustment`; what it changes is fetched again. */
export const recordAdjustment = (adjustment: NewAdjustment) =>
  makeChange([{ noun, id: '', change: 'create' }], () => createAdjustment(adjustment))
