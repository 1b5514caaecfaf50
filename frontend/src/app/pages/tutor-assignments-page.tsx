import { Suspense } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listAssignments } from '../../features/assignments/api'
import { AssignmentList } from '../../features/assignments/assignment-list'
import { ownListOf, tutorLists } from '../../features/assignments/own-lists'
import { ButtonLink } from '../../ui/button-link'
import { EmptyState } from '../../ui/empty-state'
import { LinkRow } from '../../ui/link-row'
import { SkeletonRows } from '../../ui/skeleton'
import { settle } from '../loading'
import { useLive } from '../use-live'
import { OwnAssignments } from './own-assignments'

export const loader = ({ request: { url, signal } }: LoaderFunctionArgs) => {
  const { list, page } = ownListOf(tutorLists, new URL(url).searchParams)
  return { show: list.name, page, found: settle(listAssignments(list.query, page, signal)) }
}

export function Component() {
  const { show, page, found } = useLoaderData<typeof loader>()
  useLive('assignments')
  const links = tutorLists.map(({ name, label }) => ({ to: `?show=${name}`, label, current: name === show }))
  return (
    <div className="page">
      <h1 className="mb-6 text-4xl">Your work</h1>
      <LinkRow label="Which assignments" links={links} />
      <div className="mt-6">
        <Suspense fallback={<SkeletonRows label="Loading assignments" count={4} rowHeight={9} />}>
          <OwnAssignments found={found} show={show} page={page} failureTitle="Failed to load dashboard data">
            {(assignments) =>
              assignments.length > 0 ? (
                <AssignmentList assignments={assignments} forTutor />
              ) : (
                <Nothing show={show} />
              )
            }
          </OwnAssignments>
        </Suspense>
      </div>
    </div>
  )
}

function Nothing({ show }: { show: string }) {
  if (show === 'handed_in')
    return (
      <EmptyState title="Nothing handed in yet" action={<ButtonLink to="/upload">Upload a file</ButtonLink>}>
        What you hand in yourself, as a student does, stands here.
      </EmptyState>
    )
  return (
    <EmptyState
      title="Nothing here"
      action={<ButtonLink to="/tutor/dashboard">Back to your dashboard</ButtonLink>}
    >
      No assignment of yours is in this state.
    </EmptyState>
  )
}
