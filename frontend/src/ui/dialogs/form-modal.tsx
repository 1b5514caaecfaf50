import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type Location, useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog'
import { Modal } from './modal'
import { unsaved } from './words'

/** What a form reports to its dialog: whether it has unsaved changes, and whether it is being sent. */
export type FormState = { typed: boolean; sending: boolean }

export type FormModalProps = {
  title: string
  /** The id of the record that the form is about. With another one, the dialog begins anew. */
  about?: string | undefined
  /** True when the dialog has an address of its own and the browser's Back has left it. */
  left?: boolean
  onClose: () => void
  /** Returns to that address to continue. */
  onStay?: () => void
  /** True if the dialog stays open, as `left`, when Back or Forward leads to this address. By default they close it. */
  isKept?: (to: Location) => boolean
  /** Gets where the form reports to. */
  children: (onState: (state: FormState) => void) => ReactNode
}

/** A dialog around a form. It cannot be closed while the form is being sent, and asks before it discards unsaved changes. */
export function FormModal(props: FormModalProps) {
  return <Dialog key={props.about} {...props} />
}

function Dialog({ title, left = false, onClose, onStay, isKept, children }: FormModalProps) {
  const [{ typed, sending }, setState] = useState<FormState>({ typed: false, sending: false })
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
      <Modal title={title} onClose={cancel} locked={sending}>
        {children(setState)}
      </Modal>
    </>
  )
}
