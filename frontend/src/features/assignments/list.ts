import { all, byCreation, choice, linked, listOf } from '../../ui/tables/list'
import { FINISHED, priorities, statusChoices } from './model'
import { statusNames, filters as words } from './words.en'

/** The list of all assignments (docs/product.md, section 3.7); `update` opens one of them. `subject` is one exact subject. */
export const assignmentList = listOf({
  path: '/admin/dashboard',
  filters: {
    status: choice(words.status, [
      all,
      ...statusChoices,
      { value: FINISHED, label: words.finished },
      { value: 'cancelled', label: statusNames.cancelled },
    ]),
    due: choice(words.due, [
      { value: 'all', label: words.anyTime },
      { value: 'upcoming', label: words.upcoming },
    ]),
    priority: choice(words.priority, [
      all,
      ...priorities.map((priority) => ({ value: priority, label: priority })).reverse(),
    ]),
    subject: linked,
    by: choice(words.by, [
      { value: 'all', label: words.anyone },
      { value: 'me', label: words.me },
    ]),
  },
  search: words.search,
  orders: { ...byCreation, ...words.orders },
  openedBy: 'update',
})

export type AssignmentFilter = typeof assignmentList.usual
