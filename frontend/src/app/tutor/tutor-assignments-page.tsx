import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { AssignmentList } from '../../features/assignments/assignment-list'
import { OwnAssignments } from '../../features/assignments/own-assignments'
import { ownListOf, tutorLists } from '../../features/assignments/own-lists'
import { ownAssignmentsQuery } from '../../features/assignments/queries'
import { ask, useAnswer } from '../../lib/api/query'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LinkRow } from '../../ui/navigation/link-row'
import { OutdatedNotice } from '../failures/outdated-notice'
import { Page } from '../layouts/page'

export const loader = ({ request: { url } }: LoaderFunctionArgs) => {
  const { list, page } = ownListOf(tutorLists, new URL(url).searchParams)
  const assignments = ownAssignmentsQuery(list.query, page)
  ask(assignments)
  return { show: list.name, page, assignments }
}

export function Component() {
  const { show, page, assignments } = useLoaderData<typeof loader>()
  const found = useAnswer(assignments, { keepPrevious: true })
  const links = tutorLists.map(({ name, label }) => ({ to: `?show=${name}`, label, current: name === show }))
  return (
    <Page>
      <h1 className="mb-6 text-4xl">Your work</h1>
      <LinkRow label="Which assignments" links={links} />
      <div className="mt-6">
        <OwnAssignments found={found} show={show} page={page} failureTitle="Failed to load dashboard data">
          {(assignments) =>
            assignments.length > 0 ? (
              <AssignmentList assignments={assignments} forTutor />
            ) : (
              <NoAssignments show={show} />
            )
          }
        </OwnAssignments>
      </div>
      <OutdatedNotice />
    </Page>
  )
}

function NoAssignments({ show }: { show: string }) {
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
