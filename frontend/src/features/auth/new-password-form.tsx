import { Form } from '../../ui/forms/form'
import { PasswordField } from '../../ui/forms/password-field'
import { refusedLink } from './recovery'
import { newPassword as words } from './recovery-words'
import { newPasswordSchema } from './rules'
import { fields } from './words'

/** The form for a new password, which an emailed link allows to set. */
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
        label={words.password}
        autoComplete="new-password"
        hint={fields.passwordHint}
      />
      <PasswordField name="confirmPassword" label={words.confirmPassword} autoComplete="new-password" />
    </Form>
  )
}
