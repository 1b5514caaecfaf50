import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog'
import { Modal } from './modal'

/** What a form tells of itself: something was typed and not saved, or is being sent now. */
export type FormState = { typed: boolean; sending: boolean }

/** A dialog around a form: it stays while the form is being sent, and asks before it takes away what was typed. */
export function FormModal({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: (onState: (state: FormState) => void) => ReactNode
}) {
  const [{ typed, sending }, setState] = useState<FormState>({ typed: false, sending: false })
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Modal title={title} onClose={typed ? () => setAsking(true) : onClose} locked={sending}>
        {children(setState)}
      </Modal>
      {asking && (
        <ConfirmDialog
          title="Not saved yet"
          question="Do you want to close this without saving what you changed?"
          confirmLabel="Discard changes"
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
