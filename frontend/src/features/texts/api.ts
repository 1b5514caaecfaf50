import { sendChange } from '../../lib/api/change'
import { type Page, sendForPage } from '../../lib/api/client'
import { queryOf } from '../../lib/api/filter'
import type { TextFilter } from './list'
import { type Decision, type HeldText, heldTextSchema, heldTextsSchema } from './types'

/** One page of the texts, newest first, and how many match; for admins. Throws a Failure. */
export const listTexts = (filter: TextFilter, signal?: AbortSignal): Promise<Page<HeldText>> =>
  sendForPage(heldTextsSchema, '/texts', { query: queryOf(filter), page: filter.page, signal })

/** Releases or removes a held text, for good; for admins. Throws a Failure. */
export const decideText = (id: string, decision: Decision): Promise<HeldText> =>
  sendChange(heldTextSchema, 'PATCH', `/texts/${encodeURIComponent(id)}`, { decision })
