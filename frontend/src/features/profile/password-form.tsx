import { Modal } from '../../ui/dialogs/modal'
import { Form } from '../../ui/forms/form'
import { PasswordField } from '../../ui/forms/password-field'
import { changePassword } from './api'
import { passwordFormSchema } from './rules'
import { password as words } from './words'

/** The dialog for a new password. Its fields are cleared when it closes (docs/product.md, section 2.6). */
export function PasswordForm({ onClose }: { onClose: () => void }) {
  return (
    <Modal title={words.change} narrow onClose={onClose}>
      <Form
        values={{ currentPassword: '', newPassword: '', confirmPassword: '' }}
        schema={passwordFormSchema}
        send={changePassword}
        failed={words.failure}
        done={words.changed}
        submit={words.change}
        cancel={words.cancel}
      >
        <PasswordField name="currentPassword" label={words.current} autoComplete="current-password" />
        <PasswordField
          name="newPassword"
          label={words.new}
          autoComplete="new-password"
          hint={words.newHint}
        />
        <PasswordField name="confirmPassword" label={words.confirmNew} autoComplete="new-password" />
      </Form>
    </Modal>
  )
}
