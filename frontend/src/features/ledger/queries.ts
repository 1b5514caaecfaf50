import { makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import { createAdjustment, getEarnings, listEntries } from './api'
import type { LedgerFilter } from './list'
import type { NewAdjustment } from './types'

const noun = 'ledger'

/** What is entered follows from changes to these. */
const sources = ['assignments', 'claims', 'payouts', 'ledger'] as const

/** One page of the ledger, for admins. */
export const entriesQuery = (filter: LedgerFilter) =>
  question([noun, 'pages', filter], (signal) => listEntries(filter, signal), sources)

/** What the reader, a tutor, has earned, with one page of the entries. */
export const earningsQuery = (page: number) =>
  question([noun, 'earnings', page], (signal) => getEarnings(page, signal), sources)

/** As `createAdjustment`; what it changes is fetched again. */
export const recordAdjustment = (adjustment: NewAdjustment) =>
  makeChange([{ noun, id: '', change: 'create' }], () => createAdjustment(adjustment))
