import type { LoaderFunctionArgs } from 'react-router'
import type { Question } from '../../lib/api/query'
import type { ListAddress, ListFilter } from '../lists/list-address'
import { askDesk } from './ask-desk'

/** The loader of a tab: reads the view from the address, and asks for its list. */
export const listLoader =
  <Filter extends ListFilter, Data>(
    address: ListAddress<Filter>,
    listQuery: (filter: Filter) => Question<Data>,
  ) =>
  ({ request }: LoaderFunctionArgs) => {
    const view = address.viewOf(request)
    const list = listQuery(view.filter)
    askDesk(list)
    return { ...view, list }
  }
