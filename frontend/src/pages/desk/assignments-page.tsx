import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { redirectOldTab } from '../../app/loading/redirect-old-tab'
import { allAssignmentsQuery, assignmentQuery, exportAssignments } from '../../features/assignments/api'
import { AssignmentTable } from '../../features/assignments/assignment-table'
import { BulkBar, SelectPage } from '../../features/assignments/bulk-bar'
import { assignmentList } from '../../features/assignments/list'
import type { Assignment } from '../../features/assignments/model'
import { useAnswer } from '../../lib/api/query'
import { FilterChip } from '../../ui/tables/list-filters'
import { FilteredList } from '../shared/filtered-list'
import { UpdateAssignmentModal } from '../shared/update-assignment-modal'
import { askDesk } from './ask-desk'
import { useBulkStatus } from './use-bulk-status'
import { useOpened } from './use-opened'
import { dashboard, assignments as words } from './words.en'

export const loader = ({ request }: LoaderFunctionArgs) => {
  redirectOldTab(request)
  const view = assignmentList.viewOf(request)
  const list = allAssignmentsQuery(view.filter)
  askDesk(list)
  return { ...view, list }
}

/** The list of all assignments, with bulk changes and the Update Assignment modal (docs/product.md, section 4.5). */
export function Component() {
  const { filter, opened, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  const { row, open, dialog } = useOpened({
    opened,
    found,
    one: assignmentQuery,
    addressOf: (id) => assignmentList.addressOf(filter, id),
    failure: words.oneFailed,
  })
  const bulk = useBulkStatus(assignmentList.addressOf({ ...filter, sort: '-createdAt', page: 1 }))
  const selectedCount = (rows: Assignment[]) => rows.filter(({ _id }) => bulk.rows.has(_id)).length
  return (
    <>
      <FilteredList
        list={assignmentList}
        filter={filter}
        found={found}
        words={words}
        rowHeight={4}
        failureTitle={dashboard.failed}
        head={(rows, change) => (
          <>
            <SelectPage
              selected={selectedCount(rows)}
              total={rows.length}
              onChange={(all) => bulk.select(rows, all)}
            />
            {filter.subject && (
              <FilterChip
                label={words.subject}
                value={filter.subject}
                onRemove={() => change({ subject: '' })}
              />
            )}
          </>
        )}
        foot={(rows) => (
          <BulkBar
            count={bulk.rows.size}
            elsewhere={bulk.rows.size - selectedCount(rows)}
            busy={bulk.busy}
            obstacles={bulk.obstacles}
            onApply={(status) => void bulk.apply(status)}
            onOpenPool={() => void bulk.openPool()}
            onClear={bulk.clear}
          />
        )}
        onExport={exportAssignments}
      >
        {(shown) => (
          <AssignmentTable
            {...shown}
            isSelected={(id) => bulk.rows.has(id)}
            onSelect={(assignment, selected) => bulk.select([assignment], selected)}
            onUpdate={open}
          />
        )}
      </FilteredList>
      {row && <UpdateAssignmentModal assignment={row} {...dialog} />}
    </>
  )
}
