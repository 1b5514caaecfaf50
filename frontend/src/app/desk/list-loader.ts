import type { LoaderFunctionArgs } from 'react-router'
import type { Question } from '../../lib/api/question'
import type { ListView } from '../../ui/tables/list'
import { askDesk } from './ask-desk'

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
