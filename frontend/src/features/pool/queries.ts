import { learnRows, makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import { claimAssignment, getPoolSummary, listPool } from './api'
import type { PoolFilter } from './list'
import type { OpenAssignment } from './types'

const noun = 'pool'

const pages = [noun, 'pages']

/** One page of the assignments that the reader can take, for tutors. */
export const poolQuery = (filter: PoolFilter) =>
  question([...pages, filter], (signal) => listPool(filter, signal), [noun])

/** The reader's open work, which their own assignments change, and the subjects in the pool. */
export const poolSummaryQuery = question([noun, 'summary'], getPoolSummary, [noun, 'assignments'])

/** As `claimAssignment`; the row disappears at once. After a refusal the list is fetched again. */
export const takeAssignment = (id: string) =>
  makeChange(
    [
      { noun, id, change: 'delete' },
      { noun: 'assignments', id, change: 'update' },
    ],
    () => claimAssignment(id),
    () => learnRows<OpenAssignment>(pages, (row) => (row._id === id ? null : row)),
  )
