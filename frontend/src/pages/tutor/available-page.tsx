import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { OutdatedNotice } from '../../app/failures/outdated-notice'
import { SignedInPage } from '../../app/layouts/signed-in-page'
import { DueTime, PriorityTag } from '../../features/assignments/status-tag'
import { poolQuery, poolSummaryQuery } from '../../features/pool/api'
import { fieldsWith, poolList } from '../../features/pool/list'
import type { OpenAssignment } from '../../features/pool/model'
import { OpenWork, PoolList, ROW_HEIGHT } from '../../features/pool/pool-list'
import { TakeDialog } from '../../features/pool/take-dialog'
import { pool, taking } from '../../features/pool/words.en'
import { ask, useAnswer } from '../../lib/api/query'
import { showSuccess } from '../../ui/feedback/action-toasts'
import { FilteredList } from '../shared/filtered-list'
import { dashboard, available as words } from './words.en'

export const loader = ({ request }: LoaderFunctionArgs) => {
  const { filter } = poolList.viewOf(request)
  const list = poolQuery(filter)
  ask(list, poolSummaryQuery)
  return { filter, list }
}

/** The assignments that any tutor can take (docs/product.md, section 4.8). */
export function Component() {
  const { filter, list } = useLoaderData<typeof loader>()
  const found = useAnswer(list, { keepPrevious: true })
  const { data: summary } = useAnswer(poolSummaryQuery)
  const navigate = useNavigate()
  const [taken, setTaken] = useState<OpenAssignment | null>(null)

  const take = ({ _id }: OpenAssignment) => {
    showSuccess(taking.taken)
    void navigate(`/assignments/${_id}`)
  }
  return (
    <SignedInPage>
      <h1 className="mb-2 text-4xl">{words.title}</h1>
      <OpenWork />
      <FilteredList
        list={poolList}
        fields={fieldsWith(summary?.subjects, filter.subject)}
        filter={filter}
        found={found}
        words={words}
        rowHeight={ROW_HEIGHT}
        failureTitle={dashboard.failed}
        label={pool.list}
      >
        {({ rows }) => (
          <PoolList
            rows={rows}
            tagOf={({ priority }) => <PriorityTag priority={priority} />}
            dueOf={dueOf}
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
