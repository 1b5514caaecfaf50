import { use } from 'react'
import { ExpertList } from '../../features/experts/expert-list'
import type { Expert } from '../../features/experts/types'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { PublicLoadFailure } from '../../ui/feedback/load-failure'
import type { Loaded } from '../loading/public-answers'

/** The experts that the desk lists, or what stands there before it lists any. */
export default function Experts({ experts }: { experts: Promise<Loaded<Expert[]>> }) {
  const { data, failure } = use(experts)
  if (failure)
    return (
      <PublicLoadFailure
        failure={failure}
        title="The experts could not be listed"
        fallback="Please try again."
      />
    )
  if (data.length === 0)
    return (
      <EmptyState
        title="Nobody is introduced here yet"
        action={<ButtonLink to="/services">See the services</ButtonLink>}
      >
        Experts appear here once the desk lists them, each with their subject, the work they have completed
        and the ratings that students gave. Your request is read by a person all the same.
      </EmptyState>
    )
  return <ExpertList experts={data} />
}
