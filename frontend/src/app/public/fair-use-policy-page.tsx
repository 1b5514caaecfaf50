import { fairUsePolicy } from '../../features/policies/fair-use-policy'
import { PolicyLayout, policyLoader } from '../layouts/policy-layout'

export const loader = policyLoader

export function Component() {
  return (
    <PolicyLayout
      title="Fair Use Policy"
      lead="What the help is for, what it is not for, and whose rules come first."
      parts={fairUsePolicy}
    />
  )
}
