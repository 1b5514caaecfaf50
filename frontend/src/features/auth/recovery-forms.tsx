import { useState } from 'react'
import { Button } from '../../ui/buttons/button'
import { useAction } from '../../ui/buttons/use-action'
import { Alert } from '../../ui/feedback/alert'
import { Form } from '../../ui/forms/form'
import { PasswordField } from '../../ui/forms/password-field'
import { EmailField } from './account-fields'
import { requestPasswordReset, requestVerification } from './api'
import { forgotPasswordSchema, newPasswordSchema } from './model'
import { readWait, refusedLink } from './recovery'
import { fields, forgot, newPassword, unverified } from './words.en'

/** The form that asks for a link to reset the password. It never tells whether an address has an account. */
export function ForgotPasswordForm({ email }: { email: string }) {
  const [sentTo, setSentTo] = useState('')
  return (
    <Form
      values={{ email }}
      schema={forgotPasswordSchema}
      send={({ email }) => {
        setSentTo('')
        return requestPasswordReset(email.trim())
      }}
      failed={forgot.failed}
      refused={(failure) => readWait(failure, forgot.failed)}
      done={(_, { email }) => setSentTo(email.trim())}
      submit={sentTo ? forgot.again : forgot.submit}
    >
      {sentTo && (
        <Alert tone="success" title={forgot.sent.title}>
          <p>{forgot.sent.text(sentTo)}</p>
        </Alert>
      )}
      <EmailField />
    </Form>
  )
}

/** The form that sets a new password after an emailed link. */
export function NewPasswordForm({
  submit,
  failed,
  save,
  onSaved,
  onVoid,
}: {
  /** The label of the button. */
  submit: string
  /** Why it failed, where nobody else says so. */
  failed: string
  /** Throws a Failure. */
  save: (password: string) => Promise<unknown>
  onSaved: () => void
  /** Called when the link is no longer valid. */
  onVoid: () => void
}) {
  return (
    <Form
      values={{ password: '', confirmPassword: '' }}
      schema={newPasswordSchema}
      send={({ password }) => save(password)}
      failed={failed}
      refused={refusedLink(failed, onVoid)}
      done={onSaved}
      submit={submit}
    >
      <PasswordField
        name="password"
        label={newPassword.password}
        autoComplete="new-password"
        hint={fields.passwordHint}
      />
      <PasswordField name="confirmPassword" label={newPassword.confirmPassword} autoComplete="new-password" />
    </Form>
  )
}

/** A sentence with a button that asks for a link to confirm an address. */
export function SendAgain({ email, text }: { email: string; text: string }) {
  const [said, setSaid] = useState('')
  const [asked, setAsked] = useState(false)
  const { busy, run } = useAction(
    async () => {
      await requestVerification(email)
      setSaid(unverified.sent(email))
      setAsked(true)
    },
    { failed: (error) => setSaid(`${unverified.failed}: ${readWait(error, unverified.failed)}`) },
  )
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 sm:flex-nowrap">
      <p role="status" className="min-w-0 wrap-anywhere">
        {said || text}
      </p>
      <Button small busy={busy} onClick={() => run()}>
        {asked ? unverified.again : unverified.send}
      </Button>
    </div>
  )
}
