import { sendChange } from '../../lib/api/change'
import { type Page, send, sendForPage } from '../../lib/api/client'
import { queryOf } from '../../lib/api/filter'
import type { PoolFilter } from './list'
import {
  type OpenAssignment,
  openAssignmentsSchema,
  type PoolSummary,
  poolSummarySchema,
  takenSchema,
} from './types'

/** One page of the assignments that the caller can take, and how many match; for tutors. Throws a Failure. */
export const listPool = (filter: PoolFilter, signal?: AbortSignal): Promise<Page<OpenAssignment>> =>
  sendForPage(openAssignmentsSchema, '/assignments/pool', {
    query: queryOf(filter),
    page: filter.page,
    signal,
  })

/** The caller's open work, the limit on it, and the subjects in the pool; for tutors. Throws a Failure. */
export const getPoolSummary = (signal?: AbortSignal): Promise<PoolSummary> =>
  send(poolSummarySchema, '/assignments/pool/summary', { signal })

/** Takes an assignment from the pool; for tutors. Throws a Failure. */
export async function claimAssignment(id: string): Promise<void> {
  await sendChange(takenSchema, 'POST', `/assignments/${encodeURIComponent(id)}/claim`)
}
