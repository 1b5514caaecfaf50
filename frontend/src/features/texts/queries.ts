import { changeRow } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import { decideText, listTexts } from './api'
import type { TextFilter } from './list'
import type { Decision, HeldText } from './types'

const noun = 'texts'

const pages = [noun, 'pages']

/** One page of the texts, for admins. */
export const textsQuery = (filter: TextFilter) =>
  question([...pages, filter], (signal) => listTexts(filter, signal), [noun])

/** As `decideText`; the new status shows at once. A text that no longer fits the filter then disappears. */
export const saveDecision = (id: string, decision: Decision) =>
  changeRow<HeldText>(noun, pages, id, () => decideText(id, decision))
