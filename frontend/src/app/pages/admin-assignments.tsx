import { Suspense, use } from 'react'
import { exportAssignments, PER_PAGE } from '../../features/assignments/api'
import { AssignmentFilters } from '../../features/assignments/assignment-filters'
import { AssignmentTable } from '../../features/assignments/assignment-table'
import { BulkBar } from '../../features/assignments/bulk-bar'
import { ChoosePage } from '../../features/assignments/choose-page'
import type { Assignment, AssignmentFilter } from '../../features/assignments/types'
import { ButtonLink } from '../../ui/button-link'
import { EmptyState } from '../../ui/empty-state'
import { FilterChip } from '../../ui/filter-chip'
import { ListBar } from '../../ui/list-bar'
import { Pagination } from '../../ui/pagination'
import { SkeletonRows } from '../../ui/skeleton'
import { LoadFailure } from '../load-failure'
import type { Loaded } from '../loading'
import { addressOf, isNarrowed } from './admin-filter'
import { ExportButton } from './export-button'
import { UpdateAssignmentModal } from './update-assignment-modal'
import { useBulkStatus } from './use-bulk-status'
import { useFilter } from './use-filter'
import { useOpened } from './use-opened'

type Page = { assignments: Assignment[]; total: number }
type Found = Promise<Loaded<Page>>

const rowsOf = ({ assignments }: Page) => assignments

type Change = (change: Partial<AssignmentFilter>) => void

/** Everybody's assignments: filters, choice, table, pages, and the Update Assignment modal (docs/product.md, section 4.5). */
export function AdminAssignments({ filter, found }: { filter: AssignmentFilter; found: Found }) {
  const { wanted, waiting, change } = useFilter(filter, addressOf)
  // Kept here, so that news of other rows closes nothing that is being written or chosen.
  const [opened, setOpened] = useOpened(found, rowsOf)
  const bulk = useBulkStatus(addressOf({ ...filter, sort: '-createdAt', page: 1 }))
  return (
    <>
      <AssignmentFilters filter={wanted} onChange={change} />
      <div aria-busy={waiting} className={waiting ? 'opacity-60' : ''}>
        <Suspense fallback={<SkeletonRows label="Loading assignments" count={PER_PAGE} rowHeight={4} />}>
          <Rows filter={filter} found={found} bulk={bulk} onChange={change} onUpdate={setOpened} />
        </Suspense>
      </div>
      {opened && <UpdateAssignmentModal assignment={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function Rows({
  filter,
  found,
  bulk,
  onChange,
  onUpdate,
}: {
  filter: AssignmentFilter
  found: Found
  bulk: ReturnType<typeof useBulkStatus>
  onChange: Change
  onUpdate: (assignment: Assignment) => void
}) {
  const { data, failure } = use(found)
  if (failure)
    return (
      <LoadFailure
        failure={failure}
        title="Failed to fetch dashboard data"
        fallback="Failed to fetch all assignments"
      />
    )
  const { assignments, total } = data
  const here = assignments.filter(({ _id }) => bulk.rows.has(_id)).length
  return (
    <>
      <ListBar actions={<ExportButton onExport={() => exportAssignments(filter)} />}>
        <ChoosePage
          chosen={here}
          total={assignments.length}
          onChange={(all) => bulk.choose(assignments, all)}
        />
        {filter.subject && (
          <FilterChip label="Subject" value={filter.subject} onRemove={() => onChange({ subject: '' })} />
        )}
      </ListBar>
      {assignments.length === 0 ? (
        <Nothing filter={filter} />
      ) : (
        <AssignmentTable
          assignments={assignments}
          isChosen={(id) => bulk.rows.has(id)}
          sort={filter.sort}
          onChoose={(assignment, chosen) => bulk.choose([assignment], chosen)}
          onSort={(sort) => onChange({ sort })}
          onUpdate={onUpdate}
        />
      )}
      <BulkBar
        count={bulk.rows.size}
        elsewhere={bulk.rows.size - here}
        busy={bulk.busy}
        obstacles={bulk.obstacles}
        onApply={(status) => void bulk.apply(status)}
        onClear={bulk.none}
      />
      {assignments.length > 0 && (
        <Pagination
          page={filter.page}
          perPage={PER_PAGE}
          total={total}
          onPage={(page) => onChange({ page })}
        />
      )}
    </>
  )
}

function Nothing({ filter }: { filter: AssignmentFilter }) {
  if (isNarrowed(addressOf, filter))
    return <EmptyState title="No assignment matches" action={<ButtonLink to=".">Show all</ButtonLink>} />
  return (
    <EmptyState title="No assignments yet">
      What students and visitors hand in is listed here, newest first.
    </EmptyState>
  )
}
