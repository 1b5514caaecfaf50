import KeyRound from 'lucide-react/icons/key-round'
import Trash2 from 'lucide-react/icons/trash'
import { type ReactNode, useState } from 'react'
import { readMessage } from '../../lib/api/failure'
import { Button } from '../../ui/buttons/button'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { Modal } from '../../ui/dialogs/modal'
import { showToast } from '../../ui/feedback/toast-state'
import { deleteAccount } from './api'
import { PasswordForm } from './password-form'
import { deletion, failureTitle, password } from './words'

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
  const [deleting, setDeleting] = useState(false)
  const [locked, setLocked] = useState(false)
  const close = () => setOpen(null)

  const changed = () => {
    close()
    showToast({ tone: 'success', title: password.changed, seconds: 3 })
  }
  const remove = async () => {
    close()
    setDeleting(true)
    try {
      await deleteAccount(onDeleted)
      showToast({
        tone: 'info',
        ...deletion.deleted,
        seconds: 5,
      })
    } catch (error) {
      const description = readMessage(error, deletion.failure)
      showToast({ tone: 'error', title: failureTitle, description, seconds: 3 })
    } finally {
      setDeleting(false)
    }
  }

  return (
    <div className="mt-8 grid max-w-3xl gap-8">
      <section aria-labelledby="security-title">
        <h2 id="security-title" className="text-2xl">
          {password.section}
        </h2>
        <p className="mt-2 mb-4">{password.text}</p>
        <Button onClick={() => setOpen('password')}>
          <KeyRound size={16} strokeWidth={1.5} aria-hidden="true" />
          {password.change}
        </Button>
      </section>
      {children}
      <section aria-labelledby="danger-title" className="border-l-2 border-error pl-5">
        <h2 id="danger-title" className="text-2xl">
          {deletion.section}
        </h2>
        <p className="mt-2 mb-4 max-w-prose">{deletion.text}</p>
        <Button variant="danger" busy={deleting} onClick={() => setOpen('deletion')}>
          <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
          {deletion.button}
        </Button>
      </section>
      {open === 'password' && (
        <Modal title={password.change} narrow locked={locked} onClose={close}>
          <PasswordForm onChanged={changed} onLocked={setLocked} />
        </Modal>
      )}
      {open === 'deletion' && (
        <ConfirmDialog
          title={deletion.button}
          question={deletion.question}
          confirmLabel={deletion.button}
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </div>
  )
}
