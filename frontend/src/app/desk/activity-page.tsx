import { useLoaderData } from 'react-router'
import { ActivityFilters } from '../../features/activities/activity-filters'
import { ActivityTable } from '../../features/activities/activity-table'
import { exportActivities } from '../../features/activities/api'
import { activitiesQuery } from '../../features/activities/queries'
import type { Activity } from '../../features/activities/types'
import { useAnswer } from '../../lib/api/query'
import { FilterChip } from '../../ui/tables/filter-chip'
import { FilteredList } from '../lists/filtered-list'
import { activityAddress } from './addresses/activity-address'
import { quotesAddress } from './addresses/quotes-address'
import { listLoader } from './list-loader'
import { dashboard, activity as words } from './words'

export const loader = listLoader(activityAddress, activitiesQuery)

/** The history: who did what (docs/product.md, section 4.5). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  return (
    <FilteredList
      filter={filter}
      found={found}
      address={activityAddress}
      Filters={ActivityFilters}
      loading={words.loading}
      rowHeight={2.75}
      failureTitle={dashboard.failed}
      failure={words.failed}
      empty={{
        noMatches: words.noMatches,
        noRows: { title: words.empty, hint: words.emptyHint },
      }}
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
      {(rows, change) => (
        <ActivityTable
          activities={rows}
          sort={filter.sort}
          historyOf={(of) => activityAddress.addressOf({ ...filter, page: 1, ...of })}
          quoteAt={(id) => quotesAddress.addressOf({}, id)}
          onSort={(sort) => change({ sort })}
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
