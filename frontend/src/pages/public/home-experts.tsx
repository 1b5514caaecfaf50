import { use } from 'react'
import type { Loaded } from '../../app/loading/public-answers'
import { ExpertList } from '../../features/experts/expert-list'
import type { Expert } from '../../features/experts/model'
import { empty, failure as failureWords } from '../../features/experts/words.en'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { PublicLoadFailure } from '../../ui/feedback/load-failure'

/** The listed experts, or a message if there are none yet. */
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
