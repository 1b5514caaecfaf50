import { revisionRefundPolicy } from '../../features/policies/revision-refund-policy'
import { titles } from '../../features/policies/words'
import { PolicyLayout, policyLoader } from '../layouts/policy-layout'

export const loader = policyLoader

export function Component() {
  return <PolicyLayout {...titles.refunds} parts={revisionRefundPolicy} />
}
