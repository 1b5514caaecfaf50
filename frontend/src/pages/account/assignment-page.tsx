import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { OutdatedNotice } from '../../app/failures/outdated-notice'
import { dashboardOf } from '../../app/guards'
import { usePageHead } from '../../app/heads/page-head'
import { SignedInPage } from '../../app/layouts/signed-in-page'
import { storyQuery } from '../../features/activities/api'
import { AssignmentTimeline } from '../../features/activities/recent-activity'
import { assignmentQuery } from '../../features/assignments/api'
import { AssignmentFacts, AssignmentMaterials } from '../../features/assignments/assignment-facts'
import { GradeAndFeedback } from '../../features/assignments/assignment-list'
import { deleteWithToast } from '../../features/assignments/delete-assignment'
import { StatusTag, WorkTag } from '../../features/assignments/status-tag'
import { claimsOfQuery } from '../../features/claims/api'
import { deliveriesQuery, ratingQuery, revisionsQuery } from '../../features/deliveries/api'
import { Payments } from '../../features/money/payments'
import { ask, useAnswer } from '../../lib/api/query'
import { sessionAtom, type User } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { PageNotice } from '../../ui/feedback/page-notice'
import { Skeleton, SkeletonRows } from '../../ui/loading/skeleton'
import { Section } from '../../ui/text/section'
import { PrintNote } from '../../ui/text/sheet'
import { AssignmentActions } from './assignment-actions'
import { AssignmentAnswer } from './assignment-answer'
import { AssignmentClaims } from './assignment-claims'
import { AssignmentDeliveries } from './assignment-deliveries'
import { AssignmentDelivery } from './assignment-delivery'
import { AssignmentRating } from './assignment-rating'
import { AssignmentRevisions } from './assignment-revisions'
import { OpenClaim } from './open-claim'
import { gone as goneWords, notFound, assignment as words } from './words.en'

/** Says that the assignment was there a moment ago: what was read, and perhaps typed, stays. */
export function AssignmentGone({ home }: { home: string }) {
  return (
    <>
      <p>{goneWords.text}</p>
      <ButtonLink to={home}>{goneWords.dashboard}</ButtonLink>
    </>
  )
}

/** Says that the reader may not read the assignment, or that there is none. */
export function AssignmentNotFound({ home }: { home: string }) {
  return (
    <>
      <h1 className="mb-6 text-4xl">{notFound.heading}</h1>
      <EmptyState title={notFound.title} action={<ButtonLink to={home}>{notFound.dashboard}</ButtonLink>}>
        {notFound.text}
      </EmptyState>
    </>
  )
}

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => {
  ask(assignmentQuery(id), storyQuery(id), ratingQuery(id))
  ask(deliveriesQuery(id), revisionsQuery(id), claimsOfQuery(id))
  return { id }
}

export function Component() {
  const { id } = useLoaderData<typeof loader>()
  const { user } = useAtomValue(sessionAtom)
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  if (!user) return null

  const leave = () => {
    setDeleting(true)
    return navigate(dashboardOf(user.role), { replace: true })
  }
  const remove = async () => {
    setDeleting(true)
    if (await deleteWithToast(id)) return leave()
    setDeleting(false)
  }
  return (
    <SignedInPage>
      <AssignmentDetails
        key={id}
        id={id}
        reader={user}
        deleting={deleting}
        onDelete={() => void remove()}
        onHandedBack={() => void leave()}
      />
      <OutdatedNotice />
    </SignedInPage>
  )
}

function AssignmentDetails({
  id,
  reader,
  deleting,
  onDelete,
  onHandedBack,
}: {
  id: string
  reader: User
  deleting: boolean
  onDelete: () => void
  onHandedBack: () => void
}) {
  const answer = useAnswer(assignmentQuery(id))
  const { data, failure, outdated } = answer
  const unnamed = failure?.status === 404 ? notFound.heading : words.heading
  usePageHead(data || failure ? { title: data?.title ?? unnamed } : undefined)
  if (failure?.status === 404) return <AssignmentNotFound home={dashboardOf(reader.role)} />
  if (failure)
    return (
      <>
        <h1 className="mb-6 text-4xl">{unnamed}</h1>
        <LoadFailure answer={answer} title={words.loadFailure} fallback={words.unknownFailure} />
      </>
    )
  if (!data) return <Skeleton label={words.loading} height={32} />
  const gone = outdated?.status === 404 && !deleting
  const status =
    reader.role === 'tutor' ? <WorkTag status={data.status} /> : <StatusTag status={data.status} />
  return (
    <>
      <h1 className="max-w-4xl text-3xl wrap-anywhere sm:text-4xl">{data.title}</h1>
      <div className="mt-8 grid grid-cols-1 gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <aside aria-label={words.details} className="lg:col-start-2">
          <AssignmentFacts assignment={data} status={status} />
        </aside>
        <div className="grid grid-cols-1 content-start gap-10 lg:col-start-1 lg:row-start-1">
          <Section title={words.actions} className="print:hidden" headingId="next-title" takesFocus>
            <AssignmentActions
              assignment={data}
              reader={reader}
              deleting={deleting}
              onDelete={onDelete}
              onHandedBack={onHandedBack}
            />
            <AssignmentAnswer assignment={data} reader={reader} deleting={deleting} />
            <OpenClaim assignment={data} deleting={deleting} />
          </Section>
          <AssignmentClaims assignment={data} reader={reader} />
          <AssignmentRevisions assignment={data} />
          <AssignmentDelivery assignment={data} />
          <AssignmentDeliveries assignment={data} />
          <AssignmentRating assignment={data} />
          {(data.grade || data.feedback) && (
            <Section title={words.feedback} headingClass="text-2xl">
              <GradeAndFeedback assignment={data} />
            </Section>
          )}
          {data.amountPaid !== undefined && (data.price > 0 || data.amountPaid > 0) && (
            <Section title={words.payment}>
              <Payments
                assignment={data._id}
                reference={data.reference}
                amountDue={data.amountDue ?? 0}
                fromOffer={data.quote !== null}
                forStudent={data.student._id === reader._id}
              />
            </Section>
          )}
          <Section title={words.brief}>
            <p className="prose-text">{data.description}</p>
            <AssignmentMaterials assignment={data} />
          </Section>
          <Section title={words.history} headingClass="mb-4 text-2xl">
            <AssignmentHistory id={data._id} />
          </Section>
        </div>
      </div>
      <PrintNote>{words.printed(data.reference)}</PrintNote>
      <PageNotice>{gone && <AssignmentGone home={dashboardOf(reader.role)} />}</PageNotice>
    </>
  )
}

function AssignmentHistory({ id }: { id: string }) {
  const { data, failure } = useAnswer(storyQuery(id))
  if (data) return <AssignmentTimeline story={data} />
  if (failure) return <p className="text-muted">{words.historyFailure}</p>
  return <SkeletonRows label={words.loadingHistory} count={3} rowHeight={4} />
}
