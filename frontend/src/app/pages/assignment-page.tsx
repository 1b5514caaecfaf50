import { Suspense, use, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { getStory } from '../../features/activities/api'
import { StoryTimeline } from '../../features/activities/story-timeline'
import type { Story } from '../../features/activities/types'
import { getAssignment } from '../../features/assignments/api'
import { AssignmentFacts } from '../../features/assignments/assignment-facts'
import { Marks } from '../../features/assignments/assignment-list'
import { StatusTag, WorkTag } from '../../features/assignments/status-tag'
import type { Assignment } from '../../features/assignments/types'
import { getRating } from '../../features/reviews/api'
import type { Rating } from '../../features/reviews/types'
import type { User } from '../../lib/session'
import { sessionAtom } from '../../lib/session'
import { useAtomValue } from '../../lib/store'
import { ButtonLink } from '../../ui/button-link'
import { EmptyState } from '../../ui/empty-state'
import { PrintNote } from '../../ui/print-note'
import { Skeleton, SkeletonRows } from '../../ui/skeleton'
import { dashboardOf } from '../guards'
import { LoadFailure } from '../load-failure'
import { type Loaded, settle } from '../loading'
import { usePageHead } from '../page-head'
import { useLive } from '../use-live'
import { AssignmentActions } from './assignment-actions'
import { AssignmentRating } from './assignment-rating'
import { deleteTold } from './delete-told'

export const loader = ({ params: { id = '' }, request: { signal } }: LoaderFunctionArgs) => ({
  assignment: settle(getAssignment(id, signal)),
  story: settle(getStory(id, signal)),
  rating: settle(getRating(id, signal)),
})

type Found = {
  assignment: Promise<Loaded<Assignment>>
  story: Promise<Loaded<Story>>
  rating: Promise<Loaded<Rating | null>>
}

export function Component() {
  const found = useLoaderData<typeof loader>()
  const { user } = useAtomValue(sessionAtom)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [deleting, setDeleting] = useState(false)
  // News of one's own deletion would show for a moment that there is nothing here.
  useLive(...(deleting ? [] : (['assignments'] as const)))
  if (!user) return null

  const remove = async (id: string) => {
    setDeleting(true)
    if (await deleteTold(id)) return navigate(dashboardOf(user.role), { replace: true })
    setDeleting(false)
    await revalidate()
  }
  return (
    <div className="page">
      <Suspense fallback={<Skeleton label="Loading assignment" height={32} />}>
        <Shown {...found} reader={user} deleting={deleting} onDelete={(id) => void remove(id)} />
      </Suspense>
    </div>
  )
}

function Shown({
  assignment,
  story,
  rating,
  reader,
  deleting,
  onDelete,
}: Found & { reader: User; deleting: boolean; onDelete: (id: string) => void }) {
  const { data, failure } = use(assignment)
  usePageHead(data && { title: data.title })
  if (failure?.status === 404) return <Missing home={dashboardOf(reader.role)} />
  if (failure)
    return (
      <LoadFailure
        failure={failure}
        title="Failed to load assignment"
        fallback="Failed to fetch assignments"
      />
    )
  const status =
    reader.role === 'tutor' ? <WorkTag status={data.status} /> : <StatusTag status={data.status} />
  return (
    <>
      <h1 className="max-w-4xl text-3xl wrap-anywhere sm:text-4xl">{data.title}</h1>
      <div className="mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <aside aria-label="Facts" className="lg:col-start-2">
          <AssignmentFacts assignment={data} status={status} />
        </aside>
        <div className="grid content-start gap-10 lg:col-start-1 lg:row-start-1">
          <section aria-labelledby="next-title" className="print:hidden">
            <h2 id="next-title" className="mb-3 text-2xl">
              What can be done now
            </h2>
            <AssignmentActions
              assignment={data}
              reader={reader}
              deleting={deleting}
              onDelete={() => onDelete(data._id)}
            />
          </section>
          {(data.grade || data.feedback) && (
            <section aria-labelledby="marks-title">
              <h2 id="marks-title" className="text-2xl">
                What came back
              </h2>
              <Marks assignment={data} />
            </section>
          )}
          <Suspense>
            <AssignmentRating assignment={data} rating={rating} reader={reader} />
          </Suspense>
          <section aria-labelledby="brief-title">
            <h2 id="brief-title" className="mb-3 text-2xl">
              The brief
            </h2>
            <p className="prose-text">{data.description}</p>
          </section>
          <section aria-labelledby="story-title">
            <h2 id="story-title" className="mb-4 text-2xl">
              Its story
            </h2>
            <Suspense fallback={<SkeletonRows label="Loading story" count={3} rowHeight={4} />}>
              <Told story={story} />
            </Suspense>
          </section>
        </div>
      </div>
      <PrintNote>Assignment {data._id}.</PrintNote>
    </>
  )
}

function Told({ story }: { story: Promise<Loaded<Story>> }) {
  const { data } = use(story)
  if (data) return <StoryTimeline story={data} />
  return <p className="text-muted">The story could not be loaded.</p>
}

function Missing({ home }: { home: string }) {
  return (
    <>
      <h1 className="mb-6 text-4xl">Assignment not found</h1>
      <EmptyState
        title="There is nothing here for you"
        action={<ButtonLink to={home}>Your dashboard</ButtonLink>}
      >
        It may have been deleted, or it is somebody else's.
      </EmptyState>
    </>
  )
}
