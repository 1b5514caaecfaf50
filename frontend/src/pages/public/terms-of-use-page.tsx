import { PolicyLayout, policyLoader } from '../../app/layouts/policy-layout'
import { termsOfUse } from '../../features/policies/terms-of-use'
import { titles } from '../../features/policies/words.en'

export const loader = policyLoader

export function Component() {
  return <PolicyLayout {...titles.terms} parts={termsOfUse} />
}
