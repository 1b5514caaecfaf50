import type { LoaderFunctionArgs } from 'react-router'
import { ask, type Question } from '../../lib/api/query'
import { sessionAtom } from '../../lib/session/session'
import { store } from '../../lib/state/store'
import type { ListView } from '../../ui/tables/list'

/** Requests what a page of the desk shows, unless the admin has to confirm the address first: the server would refuse it. */
export function askDesk(...questions: Question<unknown>[]) {
  if (!store.get(sessionAtom).user?.mustConfirm) ask(...questions)
}

/** The loader of a tab: reads the view from the address, and asks for its list. */
export const listLoader =
  <Filter, Data>(
    { viewOf }: { viewOf: (request: Request) => ListView<Filter> },
    listQuery: (filter: Filter) => Question<Data>,
  ) =>
  ({ request }: LoaderFunctionArgs) => {
    const view = viewOf(request)
    const list = listQuery(view.filter)
    askDesk(list)
    return { ...view, list }
  }
