import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { sendForList } from '../../lib/api/filter'
import type { PoolFilter } from './list'
import { openAssignmentsSchema, poolSummarySchema, takenSchema } from './types'

/** One page of the assignments that the caller can take, and how many match; for tutors. Throws a Failure. */
export const listPool = (filter: PoolFilter, signal?: AbortSignal) =>
  sendForList(openAssignmentsSchema, '/assignments/pool', filter, signal)

/** The caller's open work, the limit on it, and the subjects in the pool; for tutors. Throws a Failure. */
export const getPoolSummary = (signal?: AbortSignal) =>
  send(poolSummarySchema, '/assignments/pool/summary', { signal })

/** Takes an assignment from the pool; for tutors. Throws a Failure. */
export async function claimAssignment(id: string): Promise<void> {
  await sendChange(takenSchema, 'POST', `/assignments/${encodeURIComponent(id)}/claim`)
}
