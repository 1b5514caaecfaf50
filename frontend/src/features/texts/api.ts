import { sendChange } from '../../lib/api/change'
import { sendForList } from '../../lib/api/filter'
import type { TextFilter } from './list'
import { type Decision, heldTextSchema, heldTextsSchema } from './types'

/** One page of the texts, newest first, and how many match; for admins. Throws a Failure. */
export const listTexts = (filter: TextFilter, signal?: AbortSignal) =>
  sendForList(heldTextsSchema, '/texts', filter, signal)

/** Releases or removes a held text, for good; for admins. Throws a Failure. */
export const decideText = (id: string, decision: Decision) =>
  sendChange(heldTextSchema, 'PATCH', `/texts/${encodeURIComponent(id)}`, { decision })
