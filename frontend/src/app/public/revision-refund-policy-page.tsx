import { revisionRefundPolicy } from '../../features/policies/revision-refund-policy'
import { PolicyLayout, policyLoader } from '../layouts/policy-layout'

export const loader = policyLoader

export function Component() {
  return (
    <PolicyLayout
      title="Revision and Refund Policy"
      lead="How to have work revised or paid back, with the days that both sides can count."
      parts={revisionRefundPolicy}
    />
  )
}
