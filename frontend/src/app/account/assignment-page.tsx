import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { AssignmentTimeline } from '../../features/activities/assignment-timeline'
import { storyQuery } from '../../features/activities/queries'
import { AssignmentFacts } from '../../features/assignments/assignment-facts'
import { GradeAndFeedback } from '../../features/assignments/assignment-list'
import { AssignmentMaterials } from '../../features/assignments/assignment-materials'
import { deleteWithToast } from '../../features/assignments/delete-assignment'
import { assignmentQuery } from '../../features/assignments/queries'
import { StatusTag, WorkTag } from '../../features/assignments/status-tag'
import { claimsOfQuery } from '../../features/claims/queries'
import { deliveriesQuery } from '../../features/deliveries/queries'
import { Payments } from '../../features/payments/payments'
import { ratingQuery } from '../../features/reviews/queries'
import { revisionsQuery } from '../../features/revisions/queries'
import { ask, useAnswer } from '../../lib/api/query'
import { sessionAtom, type User } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { PageNotice } from '../../ui/feedback/page-notice'
import { Skeleton, SkeletonRows } from '../../ui/loading/skeleton'
import { PrintNote } from '../../ui/text/print-note'
import { Section } from '../../ui/text/section'
import { OutdatedNotice } from '../failures/outdated-notice'
import { dashboardOf } from '../guards'
import { usePageHead } from '../heads/page-head'
import { SignedInPage } from '../layouts/signed-in-page'
import { AssignmentActions } from './assignment-actions'
import { AssignmentDelivery } from './assignment-delivery'
import { AssignmentRating } from './assignment-rating'
import { AssignmentAnswer } from './order/assignment-answer'
import { AssignmentClaims } from './order/assignment-claims'
import { AssignmentDeliveries } from './order/assignment-deliveries'
import { AssignmentGone, AssignmentNotFound } from './order/assignment-missing'
import { AssignmentRevisions } from './order/assignment-revisions'
import { OpenClaim } from './order/open-claim'
import { notFound, assignment as words } from './words'

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
