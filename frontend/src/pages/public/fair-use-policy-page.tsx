import { PolicyLayout, policyLoader } from '../../app/layouts/policy-layout'
import { fairUsePolicy } from '../../features/policies/fair-use-policy'
import { titles } from '../../features/policies/words.en'

export const loader = policyLoader

export function Component() {
  return <PolicyLayout {...titles.fairUse} parts={fairUsePolicy} />
}
