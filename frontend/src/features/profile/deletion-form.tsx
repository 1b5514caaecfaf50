import { useId } from 'react'
import { Modal } from '../../ui/dialogs/modal'
import { showToast } from '../../ui/feedback/toast-state'
import { Form } from '../../ui/forms/form'
import { PasswordField } from '../../ui/forms/password-field'
import { deleteAccount } from './api'
import { password, deletion as words } from './words'

/** The question before an account is deleted, which takes its password (docs/product.md, section 2.7). */
export function DeletionForm({ onDeleted, onClose }: { onDeleted: () => void; onClose: () => void }) {
  const questionId = useId()
  return (
    <Modal title={words.button} narrow role="alertdialog" describedBy={questionId} onClose={onClose}>
      <Form
        values={{ currentPassword: '' }}
        send={async ({ currentPassword }) => {
          await deleteAccount(currentPassword, onDeleted)
          showToast({ tone: 'info', ...words.deleted, seconds: 5 })
        }}
        failed={words.failure}
        submit={words.button}
        variant="danger"
        cancel={words.cancel}
      >
        <p id={questionId}>{words.question}</p>
        <PasswordField name="currentPassword" label={password.current} autoComplete="current-password" />
      </Form>
    </Modal>
  )
}
