import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { OutdatedNotice } from '../../app/failures/outdated-notice'
import { SignedInPage } from '../../app/layouts/signed-in-page'
import { ownAssignmentsQuery } from '../../features/assignments/api'
import { AssignmentList } from '../../features/assignments/assignment-list'
import { OwnAssignments, ownListOf, tutorLists } from '../../features/assignments/own-assignments'
import { ask, useAnswer } from '../../lib/api/query'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LinkRow } from '../../ui/navigation/link-row'
import { dashboard, lists } from './words.en'

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
    <SignedInPage>
      <h1 className="mb-6 text-4xl">{lists.title}</h1>
      <LinkRow label={lists.navigation} links={links} />
      <div className="mt-6">
        <OwnAssignments found={found} show={show} page={page} failureTitle={dashboard.failed}>
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
    </SignedInPage>
  )
}

function NoAssignments({ show }: { show: string }) {
  if (show === 'handed_in')
    return (
      <EmptyState title={lists.noneHandedIn} action={<ButtonLink to="/upload">{lists.upload}</ButtonLink>}>
        {lists.noneHandedInHint}
      </EmptyState>
    )
  return (
    <EmptyState title={lists.empty} action={<ButtonLink to="/tutor/dashboard">{lists.back}</ButtonLink>}>
      {lists.emptyHints[show] ?? lists.emptyHint}
    </EmptyState>
  )
}
