import type { Page } from '../../lib/api/client'
import { learnRows, makeChange, type Question } from '../../lib/api/query'
import { decideText, listTexts } from './api'
import type { TextFilter } from './list'
import type { Decision, HeldText } from './types'

const noun = 'texts'

const pages = [noun, 'pages']

/** One page of the texts, for admins. */
export const textsQuery = (filter: TextFilter): Question<Page<HeldText>> => ({
  queryKey: [...pages, filter],
  queryFn: ({ signal }) => listTexts(filter, signal),
  meta: { sources: [{ noun }] },
})

/** As `decideText`; the new status shows at once. A text that no longer fits the filter then disappears. */
export const saveDecision = (id: string, decision: Decision) =>
  makeChange(
    [{ noun, id, change: 'update' }],
    () => decideText(id, decision),
    (saved) => learnRows<HeldText>(pages, (row) => (row._id === id ? saved : row)),
  )
