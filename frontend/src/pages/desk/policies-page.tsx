import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { NewPolicyForm } from '../../features/policies/new-policy-form'
import { VersionList } from '../../features/policies/version-list'
import { desk as versionWords } from '../../features/policies/version-words.en'
import { useAnswer } from '../../lib/api/query'
import { policiesQuery } from '../../lib/api/site-query'
import { Button } from '../../ui/buttons/button'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { askDesk } from './ask-desk'
import { policyList } from './other-tabs'
import { dashboard, policies as words } from './words.en'

export const loader = ({ request }: LoaderFunctionArgs) => {
  askDesk(policiesQuery)
  return { ...policyList.viewOf(request), list: policiesQuery }
}

/** The versions of the policies, and the dialog that adds one (docs/product.md, section 4.5). */
export function Component() {
  const answer = useAnswer(policiesQuery)
  const { data: versions } = answer
  const [adding, setAdding] = useState(false)
  const newest = versions?.[0]
  if (answer.failure)
    return (
      <div className="mt-4">
        <LoadFailure answer={answer} title={dashboard.failed} fallback={words.failed} />
      </div>
    )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
        <p className="max-w-prose">{versionWords.intro}</p>
        <Button unavailable={!newest} onClick={() => setAdding(true)}>
          <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
          {versionWords.add}
        </Button>
      </div>
      {versions ? (
        <VersionList versions={versions} />
      ) : (
        <SkeletonRows label={words.loading} count={3} rowHeight={9} />
      )}
      {adding && versions && newest && (
        <NewPolicyForm versions={versions} newest={newest} onClose={() => setAdding(false)} />
      )}
    </>
  )
}
