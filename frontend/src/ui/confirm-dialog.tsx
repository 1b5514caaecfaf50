import { Button } from './button'
import { Modal } from './modal'

/** Asks once more before something that cannot be undone; the focus is on the harmless answer. */
export function ConfirmDialog({
  title,
  question,
  confirmLabel,
  onConfirm,
  onClose,
}: {
  title: string
  question: string
  confirmLabel: string
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <Modal title={title} onClose={onClose} narrow role="alertdialog">
      <p>{question}</p>
      <div className="modal-action">
        <Button data-first-focus onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  )
}
