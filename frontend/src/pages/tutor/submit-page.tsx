import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { OutdatedNotice } from '../../app/failures/outdated-notice'
import { SignedInPage } from '../../app/layouts/signed-in-page'
import { ownAssignmentsQuery } from '../../features/assignments/api'
import { AssignmentList } from '../../features/assignments/assignment-list'
import type { Assignment } from '../../features/assignments/model'
import { OwnAssignments, toDeliver } from '../../features/assignments/own-assignments'
import { ask, useAnswer } from '../../lib/api/query'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { pageIn } from '../../ui/tables/list'
import { dashboard, submit as words } from './words.en'

export const loader = ({ request: { url } }: LoaderFunctionArgs) => {
  const page = pageIn(new URL(url).searchParams)
  const assignments = ownAssignmentsQuery(toDeliver, page)
  ask(assignments)
  return { page, assignments }
}

/** The work that the tutor can deliver, each with a link to its form (docs/product.md, section 4.8). */
export function Component() {
  const { page, assignments } = useLoaderData<typeof loader>()
  const found = useAnswer(assignments, { keepPrevious: true })
  return (
    <SignedInPage>
      <h1 className="mb-2 text-4xl">{words.title}</h1>
      <p className="mb-6">{words.intro}</p>
      <OwnAssignments found={found} page={page} failureTitle={dashboard.failed}>
        {(assignments) =>
          assignments.length > 0 ? (
            <>
              <h2 className="sr-only">{words.list}</h2>
              <AssignmentList assignments={assignments} forTutor menu={deliverLink} />
            </>
          ) : (
            <NoWork />
          )
        }
      </OwnAssignments>
      <OutdatedNotice />
    </SignedInPage>
  )
}

const deliverLink = ({ _id, title }: Assignment) => (
  <ButtonLink to={`/assignments/${_id}#deliver`} small>
    {words.deliver}
    <span className="sr-only"> {title}</span>
  </ButtonLink>
)

function NoWork() {
  return (
    <EmptyState
      title={words.empty}
      action={
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/tutor/dashboard/available">{words.available}</ButtonLink>
          <ButtonLink to="/tutor/assignments?show=open">{words.toDo}</ButtonLink>
        </div>
      }
    >
      {words.emptyHint}
    </EmptyState>
  )
}
