import { useId } from 'react'
import { Button } from '../buttons/button'
import { Modal } from './modal'
import { cancel } from './words'

/** Asks before something that cannot be undone. Screen readers read the question; the harmless answer has the focus. */
export function ConfirmDialog({
  title,
  question,
  confirmLabel,
  cancelLabel = cancel,
  onConfirm,
  onClose,
}: {
  title: string
  question: string
  confirmLabel: string
  cancelLabel?: string
  onConfirm: () => void
  onClose: () => void
}) {
  const questionId = useId()
  return (
    <Modal title={title} onClose={onClose} narrow role="alertdialog" describedBy={questionId}>
      <p id={questionId}>{question}</p>
      <div className="modal-action">
        <Button data-first-focus onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  )
}
