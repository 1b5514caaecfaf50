import { useEffect, useId } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../buttons/button'
import { Modal } from './modal'
import { cancel, leaving } from './words.en'

/** Asks for confirmation of something that cannot be undone. The harmless answer has the focus. */
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

/**
 * Asks before the page is left or the tab is closed. Render it while something
 * would be lost. A new query or hash does not leave the page.
 */
export function ConfirmLeaving({ question }: { question: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title={leaving.title}
      question={question}
      confirmLabel={leaving.leave}
      cancelLabel={leaving.stay}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}
