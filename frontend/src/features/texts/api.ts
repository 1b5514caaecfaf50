import { sendChange } from '../../lib/api/change'
import { sendForList } from '../../lib/api/filter'
import { changeRow, question } from '../../lib/api/query'
import type { TextFilter } from './list'
import { type Decision, type HeldText, heldTextSchema, heldTextsSchema } from './model'

/** One page of the texts, newest first, and how many match; for admins. Throws a Failure. */
export const listTexts = (filter: TextFilter, signal?: AbortSignal) =>
  sendForList(heldTextsSchema, '/texts', filter, signal)

const noun = 'texts'

const pages = [noun, 'pages']

/** One page of the texts, for admins. */
export const textsQuery = (filter: TextFilter) =>
  question([...pages, filter], (signal) => listTexts(filter, signal), [noun])

/**
 * Releases or removes a held text, for good; for admins. The new status shows at once. A text that
 * no longer fits the filter then disappears. Throws a Failure.
 */
export const decideText = (id: string, decision: Decision) =>
  changeRow<HeldText>(noun, pages, id, () =>
    sendChange(heldTextSchema, 'PATCH', `/texts/${encodeURIComponent(id)}`, { decision }),
  )
