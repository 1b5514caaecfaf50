import { PolicyLayout, policyLoader } from '../../app/layouts/policy-layout'
import { privacyPolicy } from '../../features/policies/privacy-policy'
import { titles } from '../../features/policies/words.en'

export const loader = policyLoader

export function Component() {
  return <PolicyLayout {...titles.privacy} parts={privacyPolicy} />
}
