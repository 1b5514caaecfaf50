import { privacyPolicy } from '../../features/policies/privacy-policy'
import { PolicyLayout, policyLoader } from '../layouts/policy-layout'

export const loader = policyLoader

export function Component() {
  return (
    <PolicyLayout
      title="Privacy Policy"
      lead="What is kept of you, why, who sees it, and when it goes."
      parts={privacyPolicy}
    />
  )
}
