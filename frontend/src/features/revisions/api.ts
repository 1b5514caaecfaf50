import * as v from 'valibot'
import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { revisionSchema, revisionsSchema } from './types'

const pathOf = (assignment: string) => `/assignments/${encodeURIComponent(assignment)}/revisions`

/** All revisions of an assignment, newest first. Throws a Failure. */
export const listRevisions = (assignment: string, signal?: AbortSignal) =>
  send(revisionsSchema, pathOf(assignment), { signal })

/** Asks for changes to what was delivered; for its student (docs/product.md, section 10.3). Throws a Failure. */
export const requestRevision = (assignment: string, reason: string) =>
  sendChange(revisionSchema, 'POST', pathOf(assignment), { reason })

/** Withdraws an open revision; for its student (docs/product.md, section 10.3). Throws a Failure. */
export async function withdrawRevision(assignment: string, number: number): Promise<void> {
  await sendChange(v.object({}), 'POST', `${pathOf(assignment)}/${number}/withdraw`)
}
