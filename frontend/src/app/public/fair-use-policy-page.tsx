import { fairUsePolicy } from '../../features/policies/fair-use-policy'
import { titles } from '../../features/policies/words'
import { PolicyLayout, policyLoader } from '../layouts/policy-layout'

export const loader = policyLoader

export function Component() {
  return <PolicyLayout {...titles.fairUse} parts={fairUsePolicy} />
}
