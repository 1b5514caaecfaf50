import { termsOfUse } from '../../features/policies/terms-of-use'
import { titles } from '../../features/policies/words'
import { PolicyLayout, policyLoader } from '../layouts/policy-layout'

export const loader = policyLoader

export function Component() {
  return <PolicyLayout {...titles.terms} parts={termsOfUse} />
}
