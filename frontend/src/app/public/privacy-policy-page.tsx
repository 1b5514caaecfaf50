import { privacyPolicy } from '../../features/policies/privacy-policy'
import { titles } from '../../features/policies/words'
import { PolicyLayout, policyLoader } from '../layouts/policy-layout'

export const loader = policyLoader

export function Component() {
  return <PolicyLayout {...titles.privacy} parts={privacyPolicy} />
}
