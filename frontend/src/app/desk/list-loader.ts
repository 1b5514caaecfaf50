import type { LoaderFunctionArgs } from 'react-router'
import { ask, type Question } from '../../lib/api/query'
import type { ListAddress, ListFilter } from '../lists/list-address'

/** The loader of a tab: reads the view from the address, and asks for its list. */
export const listLoader =
  <Filter extends ListFilter, Data>(
    address: ListAddress<Filter>,
    listQuery: (filter: Filter) => Question<Data>,
  ) =>
  ({ request }: LoaderFunctionArgs) => {
    const view = address.viewOf(request)
    const list = listQuery(view.filter)
    ask(list)
    return { ...view, list }
  }
