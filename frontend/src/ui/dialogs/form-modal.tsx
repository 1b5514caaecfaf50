import { useEffect, useEffectEvent, useState } from 'react'
import { type Location, useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog'
import { Modal, type ModalProps } from './modal'
import { unsaved } from './words.en'

export type FormModalProps = Pick<ModalProps, 'title' | 'onClose' | 'onDone' | 'children'> & {
  /** The id of the record that the form is about. With another id, the dialog starts afresh. */
  about?: string | undefined
  /** True when the dialog has an address of its own and the browser's Back has left it. */
  left?: boolean
  /** Returns to that address to continue. */
  onStay?: () => void
  /** True if the dialog stays open, as `left`, when Back or Forward leads to this address. By default they close it. */
  isKept?: (to: Location) => boolean
}

/** A dialog around a form. It cannot be closed while the form is being sent, and asks before it discards unsaved changes. */
export function FormModal(props: FormModalProps) {
  return <Dialog key={props.about} {...props} />
}

function Dialog({ left = false, onClose, onDone = onClose, onStay, isKept, ...modal }: FormModalProps) {
  const [{ typed, sending }, setState] = useState({ typed: false, sending: false })
  const [asking, setAsking] = useState(false)
  const close = useEffectEvent(onClose)
  const blocker = useBlocker(
    ({ historyAction, nextLocation }) =>
      historyAction === 'POP' && (typed || sending) && !isKept?.(nextLocation),
  )
  const cancel = typed ? () => setAsking(true) : onClose
  const isBlocked = blocker.state === 'blocked'
  const stay = () => {
    setAsking(false)
    if (isBlocked) blocker.reset()
    else if (left) onStay?.()
  }

  useEffect(() => {
    if (left && !typed && !sending) close()
  }, [left, typed, sending])

  return (
    <>
      {/* Before the dialog, so that it closes first when both go: what opened the dialog cannot get the focus back while the question makes the page inert. */}
      {(asking || ((left || isBlocked) && typed && !sending)) && (
        <ConfirmDialog
          title={unsaved.title}
          question={unsaved.question}
          confirmLabel={unsaved.discard}
          cancelLabel={unsaved.keep}
          onConfirm={isBlocked ? blocker.proceed : onClose}
          onClose={stay}
        />
      )}
      <Modal {...modal} onClose={cancel} onDone={onDone} onState={setState} />
    </>
  )
}
