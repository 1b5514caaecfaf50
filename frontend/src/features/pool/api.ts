import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { sendForList } from '../../lib/api/filter'
import { learnRows, makeChange, question } from '../../lib/api/query'
import type { PoolFilter } from './list'
import { type OpenAssignment, openAssignmentsSchema, poolSummarySchema, takenSchema } from './model'

/** One page of the assignments that the caller can take, and how many match; for tutors. Throws a Failure. */
export const listPool = (filter: PoolFilter, signal?: AbortSignal) =>
  sendForList(openAssignmentsSchema, '/assignments/pool', filter, signal)

/** The caller's open work, the limit on it, and the subjects in the pool; for tutors. Throws a Failure. */
export const getPoolSummary = (signal?: AbortSignal) =>
  send(poolSummarySchema, '/assignments/pool/summary', { signal })

const noun = 'pool'

const pages = [noun, 'pages']

/** One page of the assignments that the reader can take, for tutors. */
export const poolQuery = (filter: PoolFilter) =>
  question([...pages, filter], (signal) => listPool(filter, signal), [noun])

/** The reader's open work, which their own assignments change, and the subjects in the pool. */
export const poolSummaryQuery = question([noun, 'summary'], getPoolSummary, [noun, 'assignments'])

/**
 * Takes an assignment from the pool; for tutors. The row disappears at once. After a refusal the
 * list is fetched again. Throws a Failure.
 */
export const takeAssignment = (id: string) =>
  makeChange(
    [
      { noun, id, change: 'delete' },
      { noun: 'assignments', id, change: 'update' },
    ],
    () => sendChange(takenSchema, 'POST', `/assignments/${encodeURIComponent(id)}/claim`),
    () => learnRows<OpenAssignment>(pages, (row) => (row._id === id ? null : row)),
  )
