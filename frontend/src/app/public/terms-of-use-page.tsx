import { termsOfUse } from '../../features/policies/terms-of-use'
import { PolicyLayout, policyLoader } from '../layouts/policy-layout'

export const loader = policyLoader

export function Component() {
  return (
    <PolicyLayout
      title="Terms of Use"
      lead="What you and the desk can rely on when you ask for a quote, open an account or place an order."
      parts={termsOfUse}
    />
  )
}
