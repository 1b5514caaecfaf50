import KeyRound from 'lucide-react/icons/key-round'
import Trash2 from 'lucide-react/icons/trash'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/buttons/button'
import { Modal } from '../../ui/dialogs/modal'
import { showToast } from '../../ui/feedback/toast-state'
import { Form } from '../../ui/forms/form'
import { PasswordField } from '../../ui/forms/password-field'
import { Section } from '../../ui/text/section'
import { changePassword, deleteAccount } from './api'
import { passwordFormSchema } from './model'
import { deletion, password } from './words.en'

/** The dialog for a new password. Its fields are cleared when it closes (docs/product.md, section 2.6). */
function PasswordForm({ onClose }: { onClose: () => void }) {
  return (
    <Modal title={password.change} narrow onClose={onClose}>
      <Form
        values={{ currentPassword: '', newPassword: '', confirmPassword: '' }}
        schema={passwordFormSchema}
        send={changePassword}
        failed={password.failure}
        done={password.changed}
        submit={password.change}
        cancel={password.cancel}
      >
        <PasswordField name="currentPassword" label={password.current} autoComplete="current-password" />
        <PasswordField
          name="newPassword"
          label={password.new}
          autoComplete="new-password"
          hint={password.newHint}
        />
        <PasswordField name="confirmPassword" label={password.confirmNew} autoComplete="new-password" />
      </Form>
    </Modal>
  )
}

/** The question before an account is deleted, which asks for its password (docs/product.md, section 2.7). */
function DeletionForm({ onDeleted, onClose }: { onDeleted: () => void; onClose: () => void }) {
  const questionId = useId()
  return (
    <Modal title={deletion.button} narrow role="alertdialog" describedBy={questionId} onClose={onClose}>
      <Form
        values={{ currentPassword: '' }}
        send={async ({ currentPassword }) => {
          await deleteAccount(currentPassword, onDeleted)
          showToast({ tone: 'info', ...deletion.deleted, seconds: 5 })
        }}
        failed={deletion.failure}
        submit={deletion.button}
        variant="danger"
        cancel={deletion.cancel}
      >
        <p id={questionId}>{deletion.question}</p>
        <PasswordField name="currentPassword" label={password.current} autoComplete="current-password" />
      </Form>
    </Modal>
  )
}

/** Changes the password and deletes the account (docs/product.md, sections 2.6 and 2.7). */
export function Settings({
  onDeleted,
  children,
}: {
  /** Opens a page that needs no session, after the account was deleted. */
  onDeleted: () => void
  /** The sections between the two. */
  children: ReactNode
}) {
  const [open, setOpen] = useState<'password' | 'deletion' | null>(null)
  const close = () => setOpen(null)

  return (
    <div className="mt-8 grid max-w-3xl gap-8">
      <Section title={password.section} headingClass="text-2xl">
        <p className="mt-2 mb-4">{password.text}</p>
        <Button onClick={() => setOpen('password')}>
          <KeyRound size={16} strokeWidth={1.5} aria-hidden="true" />
          {password.change}
        </Button>
      </Section>
      {children}
      <Section
        title={deletion.section}
        className="border-l-2 border-error pl-5"
        headingId="danger-title"
        headingClass="text-2xl"
      >
        <p className="mt-2 mb-4 max-w-prose">{deletion.text}</p>
        <Button variant="danger" onClick={() => setOpen('deletion')}>
          <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
          {deletion.button}
        </Button>
      </Section>
      {open === 'password' && <PasswordForm onClose={close} />}
      {open === 'deletion' && <DeletionForm onDeleted={onDeleted} onClose={close} />}
    </div>
  )
}
