import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type Location, useBlocker } from 'react-router'
import { unsaved } from '../words'
import { ConfirmDialog } from './confirm-dialog'
import { Modal } from './modal'

/** What a form tells of itself: something was typed and not saved, or is being sent now. */
export type FormState = { typed: boolean; sending: boolean }

export type FormModalProps = {
  title: string
  /** It has an address of its own, which was left by the browser's Back. */
  left?: boolean
  onClose: () => void
  /** Returns to that address, to go on. */
  onStay?: () => void
  /** True where Back or Forward to an address keeps the dialog, which is `left` there; without it they take it away. */
  isKept?: (to: Location) => boolean
  children: (onState: (state: FormState) => void) => ReactNode
}

/** A dialog around a form: it stays while the form is being sent, and asks before it takes away what was typed. */
export function FormModal({ title, left = false, onClose, onStay, isKept, children }: FormModalProps) {
  const [{ typed, sending }, setState] = useState<FormState>({ typed: false, sending: false })
  const [asking, setAsking] = useState(false)
  const close = useEffectEvent(onClose)
  const taken = useBlocker(
    ({ historyAction, nextLocation }) =>
      historyAction === 'POP' && (typed || sending) && !isKept?.(nextLocation),
  )
  const isTaken = taken.state === 'blocked'
  const stay = () => {
    setAsking(false)
    if (isTaken) taken.reset()
    else if (left) onStay?.()
  }

  useEffect(() => {
    if (left && !typed && !sending) close()
  }, [left, typed, sending])

  return (
    <>
      <Modal title={title} onClose={typed ? () => setAsking(true) : onClose} locked={sending}>
        {children(setState)}
      </Modal>
      {(asking || ((left || isTaken) && typed && !sending)) && (
        <ConfirmDialog
          title={unsaved.title}
          question={unsaved.question}
          confirmLabel={unsaved.discard}
          cancelLabel={unsaved.keep}
          onConfirm={isTaken ? taken.proceed : onClose}
          onClose={stay}
        />
      )}
    </>
  )
}
