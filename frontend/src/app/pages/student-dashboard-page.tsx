import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { getAssignmentStats, listAssignments } from '../../features/assignments/api'
import { NewAssignmentForm } from '../../features/assignments/new-assignment-form'
import { ownListOf, studentLists } from '../../features/assignments/own-lists'
import { Button } from '../../ui/button'
import { ButtonLink } from '../../ui/button-link'
import { Modal } from '../../ui/modal'
import { SkeletonRows } from '../../ui/skeleton'
import { showToast } from '../../ui/toast-state'
import { settle } from '../loading'
import { useLive } from '../use-live'
import { StudentAssignments } from './student-assignments'
import { StudentTotals, StudentTotalsPlaces } from './student-totals'

export const loader = ({ request: { url, signal } }: LoaderFunctionArgs) => {
  const { list, page } = ownListOf(studentLists, new URL(url).searchParams)
  return {
    show: list.name,
    page,
    stats: settle(getAssignmentStats(signal)),
    found: settle(listAssignments(list.query, page, signal)),
  }
}

export function Component() {
  const { show, page, stats, found } = useLoaderData<typeof loader>()
  const [writing, setWriting] = useState(false)
  useLive('assignments')
  const write = () => setWriting(true)
  return (
    <div className="page">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-4xl">Your dashboard</h1>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/upload">Upload a file</ButtonLink>
          <Button variant="primary" onClick={write}>
            <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
            New Assignment
          </Button>
        </div>
      </div>
      <Suspense fallback={<StudentTotalsPlaces />}>
        <StudentTotals stats={stats} show={show} />
      </Suspense>
      <Suspense fallback={<SkeletonRows label="Loading assignments" count={4} rowHeight={9} />}>
        <StudentAssignments found={found} show={show} page={page} onNew={write} />
      </Suspense>
      {writing && <NewAssignmentModal onClose={() => setWriting(false)} />}
    </div>
  )
}

function NewAssignmentModal({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const [locked, setLocked] = useState(false)

  const created = () => {
    onClose()
    showToast({ tone: 'success', title: 'Assignment created', seconds: 3 })
    void revalidate()
  }
  return (
    <Modal title="New Assignment" onClose={onClose} locked={locked}>
      <NewAssignmentForm
        onCreated={created}
        onLocked={setLocked}
        onUncertain={() => void revalidate()}
        onCancel={onClose}
      />
    </Modal>
  )
}
