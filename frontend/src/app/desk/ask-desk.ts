import { ask } from '../../lib/api/query'
import type { Question } from '../../lib/api/question'
import { sessionAtom } from '../../lib/session/session'
import { store } from '../../lib/state/store'

/** Requests what a page of the desk shows, unless the admin has to confirm the address first: the server would refuse it. */
export function askDesk(...questions: Question<unknown>[]) {
  if (!store.get(sessionAtom).user?.mustConfirm) ask(...questions)
}
