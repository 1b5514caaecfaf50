import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { DueTime } from '../../features/assignments/due-time'
import { PriorityTag } from '../../features/assignments/status-tag'
import { OpenWork } from '../../features/pool/open-work'
import { PoolFilters } from '../../features/pool/pool-filters'
import { PoolList, ROW_HEIGHT } from '../../features/pool/pool-list'
import { poolQuery, poolSummaryQuery } from '../../features/pool/queries'
import { TakeDialog } from '../../features/pool/take-dialog'
import type { OpenAssignment } from '../../features/pool/types'
import { taking } from '../../features/pool/words'
import { ask, useAnswer } from '../../lib/api/query'
import { showSuccess } from '../../ui/feedback/success-toast'
import { useRowFocus } from '../../ui/tables/use-row-focus'
import { OutdatedNotice } from '../failures/outdated-notice'
import { SignedInPage } from '../layouts/signed-in-page'
import { FilteredList, NO_ROWS } from '../lists/filtered-list'
import { availableAddress } from './available-address'
import { dashboard, available as words } from './words'

export const loader = ({ request }: LoaderFunctionArgs) => {
  const { filter } = availableAddress.viewOf(request)
  const list = poolQuery(filter)
  ask(list, poolSummaryQuery)
  return { filter, list }
}

/** The assignments that any tutor can take (docs/product.md, section 4.8). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  const navigate = useNavigate()
  const [taken, setTaken] = useState<OpenAssignment | null>(null)
  const { listRef, onFocus } = useRowFocus(found.data?.rows ?? [], NO_ROWS)

  const take = ({ _id }: OpenAssignment) => {
    showSuccess(taking.taken)
    void navigate(`/assignments/${_id}`)
  }
  return (
    <SignedInPage>
      <h1 className="mb-2 text-4xl">{words.title}</h1>
      <OpenWork />
      <FilteredList
        filter={filter}
        found={found}
        address={availableAddress}
        Filters={PoolFilters}
        loading={words.loading}
        rowHeight={ROW_HEIGHT}
        failureTitle={dashboard.failed}
        failure={words.failed}
        empty={{
          noMatches: words.noMatches,
          noRows: { title: words.empty, hint: words.emptyHint },
        }}
      >
        {(rows) => (
          <PoolList
            rows={rows}
            listRef={listRef}
            tagOf={({ priority }) => <PriorityTag priority={priority} />}
            dueOf={dueOf}
            onFocus={onFocus}
            onTake={setTaken}
          />
        )}
      </FilteredList>
      {taken && (
        <TakeDialog
          row={taken}
          due={dueOf(taken)}
          onTaken={() => take(taken)}
          onClose={() => setTaken(null)}
        />
      )}
      <OutdatedNotice />
    </SignedInPage>
  )
}

/** Nobody has started work in the pool, whatever its status is. */
const dueOf = ({ dueDate }: OpenAssignment) => <DueTime assignment={{ dueDate, status: 'submitted' }} />
