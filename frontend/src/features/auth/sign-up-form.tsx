import { readMsg } from '../../lib/api/failure'
import type { User } from '../../lib/session/session'
import { showSuccess } from '../../ui/feedback/success-toast'
import { showToast } from '../../ui/feedback/toast-state'
import { Form } from '../../ui/forms/form'
import { AcceptedPolicies, PolicyLink } from '../../ui/text/accepted-policies'
import { AccountFields, noAccount } from './account-fields'
import { signUp } from './api'
import { signUpFormSchema } from './rules'
import { rules, signUp as words } from './words'

const failed = (description: string) =>
  showToast({ tone: 'error', title: words.failed, description, seconds: 5 })

/** The form for signing up as a student (docs/product.md, section 2.1). */
export function SignUpForm({ onSignedUp }: { onSignedUp: (user: User) => void }) {
  return (
    <Form
      values={noAccount}
      schema={signUpFormSchema}
      send={({ confirmPassword: _typedTwice, ...account }) => signUp(account)}
      failed={words.failed}
      refused={(failure) => {
        const sentence = readMsg(failure, words.unknownFailure)
        failed(sentence)
        return sentence
      }}
      onInvalid={({ confirmPassword }) => {
        if (confirmPassword) failed(rules.passwordsDiffer)
      }}
      done={(user) => {
        showSuccess(words.done, 2)
        onSignedUp(user)
      }}
      submit={words.submit}
    >
      <AccountFields />
      <p className="text-muted">
        {words.accept} <AcceptedPolicies />. {words.our}{' '}
        <PolicyLink to="/privacy-policy">{words.privacyPolicy}</PolicyLink> {words.privacy}
      </p>
    </Form>
  )
}
