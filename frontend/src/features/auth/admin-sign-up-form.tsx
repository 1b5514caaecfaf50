import { readMessage } from '../../lib/api/failure'
import type { User } from '../../lib/session/session'
import { showToast } from '../../ui/feedback/toast-state'
import { useFormAround } from '../../ui/forms/field'
import { Form } from '../../ui/forms/form'
import { PasswordField } from '../../ui/forms/password-field'
import { AccountFields, noAccount } from './account-fields'
import { adminSignUp } from './api'
import { adminSignUpFormSchema } from './rules'
import { adminSignUp as words } from './words'

/** The form for registering as an admin (docs/product.md, section 2.2). */
export function AdminSignUpForm({ onSignedUp }: { onSignedUp: (user: User) => void }) {
  return (
    <Form
      values={{ ...noAccount, adminKey: '' }}
      schema={adminSignUpFormSchema}
      send={({ confirmPassword: _typedTwice, ...account }) => adminSignUp(account)}
      failed={words.failed}
      refused={(failure) => {
        const sentence = readMessage(failure, words.failed)
        showToast({ tone: 'error', title: words.failed, description: sentence, seconds: 5 })
        return sentence
      }}
      done={(user) => {
        showToast({ tone: 'success', ...words.done, seconds: 5 })
        onSignedUp(user)
      }}
      submit={<Submit />}
    >
      <AccountFields />
      <PasswordField name="adminKey" label={words.key} autoComplete="off" hint={words.keyHint} />
    </Form>
  )
}

function Submit() {
  return useFormAround().formState.isSubmitting ? words.submitting : words.submit
}
