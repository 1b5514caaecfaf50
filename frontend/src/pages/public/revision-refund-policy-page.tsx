import { PolicyLayout, policyLoader } from '../../app/layouts/policy-layout'
import { revisionRefundPolicy } from '../../features/policies/revision-refund-policy'
import { titles } from '../../features/policies/words.en'

export const loader = policyLoader

export function Component() {
  return <PolicyLayout {...titles.refunds} parts={revisionRefundPolicy} />
}
