import { useLoaderData } from 'react-router'
import { ActivityTable } from '../../features/activities/activity-table'
import { activitiesQuery, exportActivities } from '../../features/activities/api'
import { activityList } from '../../features/activities/list'
import type { Activity } from '../../features/activities/model'
import { quoteList } from '../../features/quotes/list'
import { useAnswer } from '../../lib/api/query'
import { FilterChip } from '../../ui/tables/list-filters'
import { FilteredList } from '../shared/filtered-list'
import { listLoader } from './ask-desk'
import { dashboard, activity as words } from './words.en'

export const loader = listLoader(activityList, activitiesQuery)

/** The history: who did what (docs/product.md, section 4.5). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  return (
    <FilteredList
      list={activityList}
      filter={filter}
      found={found}
      words={words}
      rowHeight={2.75}
      failureTitle={dashboard.failed}
      head={(rows, change) => (
        <>
          {filter.person && (
            <FilterChip
              label={words.person}
              value={nameOf(filter.person, rows)}
              onRemove={() => change({ person: '' })}
            />
          )}
          {filter.assignment && (
            <FilterChip
              label={words.assignment}
              value={titleOf(filter.assignment, rows)}
              onRemove={() => change({ assignment: '' })}
            />
          )}
        </>
      )}
      onExport={exportActivities}
    >
      {(shown) => (
        <ActivityTable
          {...shown}
          historyOf={(of) => activityList.addressOf({ ...filter, page: 1, ...of })}
          quoteAt={(id) => quoteList.addressOf({}, id)}
        />
      )}
    </FilteredList>
  )
}

/** The name of an account, as the rows show it. */
function nameOf(person: string, activities: Activity[]) {
  const people = activities.flatMap(({ actor, user }) => [actor, user])
  return people.find((one) => one?._id === person)?.name ?? words.unknownPerson
}

/** The title of an assignment, as the rows show it. */
function titleOf(id: string, activities: Activity[]) {
  return (
    activities.find(({ assignment }) => assignment?._id === id)?.assignment?.title || words.unknownAssignment
  )
}
