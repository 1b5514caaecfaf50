import { use } from 'react'
import { ExpertList } from '../../features/experts/expert-list'
import type { Expert } from '../../features/experts/types'
import { empty, failure as failureWords } from '../../features/experts/words'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { PublicLoadFailure } from '../../ui/feedback/load-failure'
import type { Loaded } from '../loading/public-answers'

/** The listed experts, or what will stand here once some are listed. */
export default function Experts({ experts }: { experts: Promise<Loaded<Expert[]>> }) {
  const { data, failure } = use(experts)
  if (failure)
    return <PublicLoadFailure failure={failure} title={failureWords.title} fallback={failureWords.text} />
  if (data.length === 0)
    return (
      <EmptyState title={empty.title} action={<ButtonLink to="/services">{empty.action}</ButtonLink>}>
        {empty.text}
      </EmptyState>
    )
  return <ExpertList experts={data} />
}
