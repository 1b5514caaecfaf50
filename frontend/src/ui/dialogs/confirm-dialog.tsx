import { useId } from 'react'
import { Button } from '../buttons/button'
import { cancel } from '../words'
import { Modal } from './modal'

/** Asks before something that cannot be undone. The question is read out, and the harmless answer has the focus. */
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
