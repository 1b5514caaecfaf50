import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { exportAssignments } from '../../features/assignments/api'
import { AssignmentFilters } from '../../features/assignments/assignment-filters'
import { AssignmentTable } from '../../features/assignments/assignment-table'
import { BulkBar } from '../../features/assignments/bulk-bar'
import { ChoosePage } from '../../features/assignments/choose-page'
import { allAssignmentsQuery, assignmentQuery } from '../../features/assignments/queries'
import type { Assignment } from '../../features/assignments/types'
import { ask, useAnswer } from '../../lib/api/query'
import { FilterChip } from '../../ui/tables/filter-chip'
import { redirectOldTab } from '../loading/redirect-old-tab'
import { UpdateAssignmentModal } from '../update-assignment-modal'
import { assignmentsAddress } from './assignments-address'
import { DeskList } from './desk-list'
import { useBulkStatus } from './use-bulk-status'
import { useOpened } from './use-opened'

export const loader = ({ request }: LoaderFunctionArgs) => {
  redirectOldTab(request)
  const view = assignmentsAddress.viewOf(request)
  const list = allAssignmentsQuery(view.filter)
  ask(list)
  return { ...view, list }
}

/** Everybody's assignments: the list, what is chosen of it, and the Update Assignment modal (docs/product.md, section 4.5). */
export function Component() {
  const { filter, opened, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  const { row, open, dialog } = useOpened({
    opened,
    found,
    one: assignmentQuery,
    addressOf: (id) => assignmentsAddress.addressOf(filter, id),
    failure: 'Failed to fetch assignments',
  })
  const bulk = useBulkStatus(assignmentsAddress.addressOf({ ...filter, sort: '-createdAt', page: 1 }))
  const chosenOf = (rows: Assignment[]) => rows.filter(({ _id }) => bulk.rows.has(_id)).length
  return (
    <>
      <DeskList
        filter={filter}
        found={found}
        address={assignmentsAddress}
        Filters={AssignmentFilters}
        loading="Loading assignments"
        rowHeight={4}
        failure="Failed to fetch all assignments"
        empty={{
          matches: 'No assignment matches',
          yet: {
            title: 'No assignments yet',
            words: 'What students and visitors hand in is listed here, newest first.',
          },
        }}
        head={(rows, change) => (
          <>
            <ChoosePage
              chosen={chosenOf(rows)}
              total={rows.length}
              onChange={(all) => bulk.choose(rows, all)}
            />
            {filter.subject && (
              <FilterChip label="Subject" value={filter.subject} onRemove={() => change({ subject: '' })} />
            )}
          </>
        )}
        foot={(rows) => (
          <BulkBar
            count={bulk.rows.size}
            elsewhere={bulk.rows.size - chosenOf(rows)}
            busy={bulk.busy}
            obstacles={bulk.obstacles}
            onApply={(status) => void bulk.apply(status)}
            onClear={bulk.none}
          />
        )}
        onExport={exportAssignments}
      >
        {(rows, change) => (
          <AssignmentTable
            assignments={rows}
            isChosen={(id) => bulk.rows.has(id)}
            sort={filter.sort}
            onChoose={(assignment, chosen) => bulk.choose([assignment], chosen)}
            onSort={(sort) => change({ sort })}
            onUpdate={open}
          />
        )}
      </DeskList>
      {row && <UpdateAssignmentModal assignment={row} onUpdated={dialog.onClose} {...dialog} />}
    </>
  )
}
