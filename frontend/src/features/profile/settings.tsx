import KeyRound from 'lucide-react/icons/key-round'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { readMessage } from '../../lib/api/failure'
import { Button } from '../../ui/buttons/button'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { Modal } from '../../ui/dialogs/modal'
import { showToast } from '../../ui/feedback/toast-state'
import { deleteAccount } from './api'
import { PasswordForm } from './password-form'

/** The password and the end of the account (docs/product.md, sections 2.6 and 2.7). */
export function Settings({
  onDeleted,
}: {
  /** Leads away from the pages of the account, which is gone. */
  onDeleted: () => void
}) {
  const [open, setOpen] = useState<'password' | 'deletion' | null>(null)
  const [deleting, setDeleting] = useState(false)
  const [locked, setLocked] = useState(false)
  const close = () => setOpen(null)

  const changed = () => {
    close()
    showToast({ tone: 'success', title: 'Password changed successfully', seconds: 3 })
  }
  const remove = async () => {
    close()
    setDeleting(true)
    try {
      await deleteAccount(onDeleted)
      showToast({
        tone: 'info',
        title: 'Account Deleted',
        description: 'Your account has been permanently deleted',
        seconds: 5,
      })
    } catch (error) {
      const description = readMessage(error, 'Failed to delete account')
      showToast({ tone: 'error', title: 'Error', description, seconds: 3 })
    } finally {
      setDeleting(false)
    }
  }

  return (
    <div className="mt-8 grid max-w-3xl gap-8">
      <section aria-labelledby="security-title">
        <h2 id="security-title" className="text-2xl">
          Security
        </h2>
        <p className="mt-2 mb-4">
          A new password ends your sessions in every other browser. This one stays signed in.
        </p>
        <Button onClick={() => setOpen('password')}>
          <KeyRound size={16} strokeWidth={1.5} aria-hidden="true" />
          Change Password
        </Button>
      </section>
      <section aria-labelledby="danger-title" className="border-l-2 border-error pl-5">
        <h2 id="danger-title" className="text-2xl">
          Danger Zone
        </h2>
        <p className="mt-2 mb-4 max-w-prose">
          Deleting the account takes away your profile, what you handed in, and its files. Nobody can bring
          them back.
        </p>
        <Button variant="danger" busy={deleting} onClick={() => setOpen('deletion')}>
          <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
          Delete Account
        </Button>
      </section>
      {open === 'password' && (
        <Modal title="Change Password" narrow locked={locked} onClose={close}>
          <PasswordForm onChanged={changed} onLocked={setLocked} onCancel={close} />
        </Modal>
      )}
      {open === 'deletion' && (
        <ConfirmDialog
          title="Delete Account"
          question="Are you sure you want to delete your account? This action cannot be undone."
          confirmLabel="Delete Account"
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </div>
  )
}
