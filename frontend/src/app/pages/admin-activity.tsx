import { Suspense, use } from 'react'
import { ActivityFilters } from '../../features/activities/activity-filters'
import { ActivityTable } from '../../features/activities/activity-table'
import { exportActivities, PER_PAGE } from '../../features/activities/api'
import type { Activity, ActivityFilter } from '../../features/activities/types'
import { ButtonLink } from '../../ui/button-link'
import { EmptyState } from '../../ui/empty-state'
import { FilterChip } from '../../ui/filter-chip'
import { ListBar } from '../../ui/list-bar'
import { Pagination } from '../../ui/pagination'
import { SkeletonRows } from '../../ui/skeleton'
import { LoadFailure } from '../load-failure'
import type { Loaded } from '../loading'
import { activityAddressOf, isNarrowed } from './admin-filter'
import { ExportButton } from './export-button'
import { useFilter } from './use-filter'

type Found = Promise<Loaded<{ activities: Activity[]; total: number }>>

/** Who did what: filters, table, pages (docs/product.md, section 4.5). */
export function AdminActivity({ filter, found }: { filter: ActivityFilter; found: Found }) {
  const { wanted, waiting, change } = useFilter(filter, activityAddressOf)
  return (
    <>
      <ActivityFilters filter={wanted} onChange={change} />
      <div aria-busy={waiting} className={waiting ? 'opacity-60' : ''}>
        <Suspense fallback={<SkeletonRows label="Loading activity" count={PER_PAGE} rowHeight={2.75} />}>
          <Rows filter={filter} found={found} onChange={change} />
        </Suspense>
      </div>
    </>
  )
}

function Rows({
  filter,
  found,
  onChange,
}: {
  filter: ActivityFilter
  found: Found
  onChange: (change: Partial<ActivityFilter>) => void
}) {
  const { data, failure } = use(found)
  if (failure)
    return (
      <LoadFailure
        failure={failure}
        title="Failed to fetch dashboard data"
        fallback="Failed to fetch activity"
      />
    )
  const { activities, total } = data
  return (
    <>
      <ListBar actions={<ExportButton onExport={() => exportActivities(filter)} />}>
        {filter.person && (
          <FilterChip
            label="Person"
            value={nameOf(filter.person, activities)}
            onRemove={() => onChange({ person: '' })}
          />
        )}
        {filter.assignment && (
          <FilterChip
            label="Assignment"
            value={titleOf(filter.assignment, activities)}
            onRemove={() => onChange({ assignment: '' })}
          />
        )}
      </ListBar>
      {activities.length === 0 ? (
        <Nothing filter={filter} />
      ) : (
        <>
          <ActivityTable
            activities={activities}
            sort={filter.sort}
            historyOf={(of) => activityAddressOf({ ...filter, page: 1, ...of })}
            onSort={(sort) => onChange({ sort })}
          />
          <Pagination
            page={filter.page}
            perPage={PER_PAGE}
            total={total}
            onPage={(page) => onChange({ page })}
          />
        </>
      )}
    </>
  )
}

/** The name that the rows give to an account. */
function nameOf(person: string, activities: Activity[]) {
  const people = activities.flatMap(({ actor, user }) => [actor, user])
  return people.find((one) => one?._id === person)?.name ?? 'one account'
}

/** The title that the rows give to an assignment. */
function titleOf(wanted: string, activities: Activity[]) {
  return (
    activities.find(({ assignment }) => assignment?._id === wanted)?.assignment?.title || 'one assignment'
  )
}

function Nothing({ filter }: { filter: ActivityFilter }) {
  if (isNarrowed(activityAddressOf, filter))
    return (
      <EmptyState
        title="Nothing of the kind happened"
        action={<ButtonLink to="?tab=activity">Show all</ButtonLink>}
      />
    )
  return (
    <EmptyState title="Nothing has happened yet">
      Whatever changes an account or an assignment is listed here, newest first, with who did it.
    </EmptyState>
  )
}
