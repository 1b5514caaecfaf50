import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { DueTime } from '../../features/assignments/due-time'
import { PriorityTag } from '../../features/assignments/status-tag'
import { fieldsWith, poolList } from '../../features/pool/list'
import { OpenWork } from '../../features/pool/open-work'
import { PoolList, ROW_HEIGHT } from '../../features/pool/pool-list'
import { poolQuery, poolSummaryQuery } from '../../features/pool/queries'
import { TakeDialog } from '../../features/pool/take-dialog'
import type { OpenAssignment } from '../../features/pool/types'
import { pool, taking } from '../../features/pool/words'
import { ask, useAnswer } from '../../lib/api/query'
import { showSuccess } from '../../ui/feedback/success-toast'
import { OutdatedNotice } from '../failures/outdated-notice'
import { SignedInPage } from '../layouts/signed-in-page'
import { FilteredList } from '../lists/filtered-list'
import { dashboard, available as words } from './words'

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
