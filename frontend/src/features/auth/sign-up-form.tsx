import { readMessage, readMsg } from '../../lib/api/failure'
import type { User } from '../../lib/session/session'
import { showSuccess } from '../../ui/feedback/action-toasts'
import { showToast } from '../../ui/feedback/toast-state'
import { useFormAround } from '../../ui/forms/fields'
import { Form } from '../../ui/forms/form'
import { PasswordField } from '../../ui/forms/password-field'
import { AcceptedPolicies, PolicyLink } from '../../ui/text/accepted-policies'
import { AccountFields, noAccount } from './account-fields'
import { adminSignUp, signUp } from './api'
import { adminSignUpFormSchema, signUpFormSchema } from './model'
import { adminSignUp as adminWords, rules, signUp as words } from './words.en'

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

/** The form for registering as an admin (docs/product.md, section 2.2). */
export function AdminSignUpForm({ onSignedUp }: { onSignedUp: (user: User) => void }) {
  return (
    <Form
      values={{ ...noAccount, adminKey: '' }}
      schema={adminSignUpFormSchema}
      send={({ confirmPassword: _typedTwice, ...account }) => adminSignUp(account)}
      failed={adminWords.failed}
      refused={(failure) => {
        const sentence = readMessage(failure, adminWords.failed)
        showToast({ tone: 'error', title: adminWords.failed, description: sentence, seconds: 5 })
        return sentence
      }}
      done={(user) => {
        showToast({ tone: 'success', ...adminWords.done, seconds: 5 })
        onSignedUp(user)
      }}
      submit={<Submit />}
    >
      <AccountFields />
      <PasswordField name="adminKey" label={adminWords.key} autoComplete="off" hint={adminWords.keyHint} />
    </Form>
  )
}

function Submit() {
  return useFormAround().formState.isSubmitting ? adminWords.submitting : adminWords.submit
}
