import { all, choice, day, linked, listOf, named } from '../../ui/tables/list'
import { kindNames, filters as words } from './words.en'

/** The history; `person` and `assignment` are ids. Days are those of the reader's time zone. */
export const activityList = listOf({
  path: '/admin/dashboard/activity',
  filters: {
    kind: choice(words.kind, [all, ...named(kindNames)]),
    person: linked,
    assignment: linked,
    from: day(words.from),
    to: day(words.to),
  },
  search: words.search,
  orders: words.orders,
})

export type ActivityFilter = typeof activityList.usual
