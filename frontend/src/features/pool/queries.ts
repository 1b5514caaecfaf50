import type { Page } from '../../lib/api/client'
import { learnRows, makeChange, type Question } from '../../lib/api/query'
import { claimAssignment, getPoolSummary, listPool } from './api'
import type { PoolFilter } from './list'
import type { OpenAssignment, PoolSummary } from './types'

const noun = 'pool'

const pages = [noun, 'pages']

/** One page of the assignments that the reader can take, for tutors. */
export const poolQuery = (filter: PoolFilter): Question<Page<OpenAssignment>> => ({
  queryKey: [...pages, filter],
  queryFn: ({ signal }) => listPool(filter, signal),
  meta: { sources: [{ noun }] },
})

/** The reader's open work, which their own assignments change, and the subjects in the pool. */
export const poolSummaryQuery: Question<PoolSummary> = {
  queryKey: [noun, 'summary'],
  queryFn: ({ signal }) => getPoolSummary(signal),
  meta: { sources: [{ noun }, { noun: 'assignments' }] },
}

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
