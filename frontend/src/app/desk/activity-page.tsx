import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ActivityFilters } from '../../features/activities/activity-filters'
import { ActivityTable } from '../../features/activities/activity-table'
import { exportActivities } from '../../features/activities/api'
import { activitiesQuery } from '../../features/activities/queries'
import type { Activity } from '../../features/activities/types'
import { ask, useAnswer } from '../../lib/api/query'
import { FilterChip } from '../../ui/tables/filter-chip'
import { activityAddress } from './activity-address'
import { DeskList } from './desk-list'
import { quotesAddress } from './quotes-address'
import { activity as words } from './words'

export const loader = ({ request }: LoaderFunctionArgs) => {
  const view = activityAddress.viewOf(request)
  const list = activitiesQuery(view.filter)
  ask(list)
  return { ...view, list }
}

/** The history: who did what (docs/product.md, section 4.5). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  return (
    <DeskList
      filter={filter}
      found={found}
      address={activityAddress}
      Filters={ActivityFilters}
      loading={words.loading}
      rowHeight={2.75}
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
    </DeskList>
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
