import X from 'lucide-react/icons/x'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ToastRegion } from '../feedback/toasts'
import * as words from '../words.en'

/** What a form reports to its dialog: whether it has unsaved changes, and whether it is being sent. */
export type FormState = { typed: boolean; sending: boolean }

/** The dialog around a form. */
export const DialogAround = createContext<{
  /** What Escape does. A Cancel button does the same. */
  close: () => void
  /** Called once the form is sent. */
  done: () => void
  report: (state: FormState) => void
} | null>(null)

/** How a dialog is closed. */
export type Closing = {
  onClose: () => void
  /** Called instead of `onClose` once a form in the dialog is sent. */
  onDone?: () => void
}

export type ModalProps = Closing & {
  title: string
  /** Told the state of a form in the dialog. */
  onState?: (state: FormState) => void
  locked?: boolean
  narrow?: boolean
  role?: 'dialog' | 'alertdialog'
  /** The id of the text that screen readers read with the title when the dialog opens. */
  describedBy?: string
  children: ReactNode
}

/**
 * A dialog that is open while it is mounted. Escape and the close button call
 * `onClose` unless it is `locked` or a form in it is being sent. When it closes, the focus returns to where it was.
 */
export function Modal({
  title,
  onClose,
  onDone = onClose,
  onState,
  locked = false,
  narrow = false,
  role = 'dialog',
  describedBy,
  children,
}: ModalProps) {
  const titleId = useId()
  const dialogRef = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = dialogRef.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first-focus], input, textarea, select')?.focus()
    return () => dialog?.close()
  }, [])

  const [sending, setSending] = useState(false)
  const isLocked = locked || sending
  const close = () => {
    if (!isLocked) onClose()
  }
  const report = (state: FormState) => {
    setSending(state.sending)
    onState?.(state)
  }
  // Browsers close any dialog on a second Escape in a row, so they get none.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }

  return (
    <dialog
      ref={dialogRef}
      role={role}
      className="modal"
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onKeyDown={closeOnEscape}
      onCancel={(event) => {
        // A file input fires the same event when nothing was chosen.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
    >
      <div className={`modal-box ${narrow ? 'max-w-md' : 'max-w-2xl'}`}>
        <div className="mb-5 flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-2xl">
            {title}
          </h2>
          <button
            type="button"
            className="btn btn-ghost btn-square -mt-1.5 -mr-1.5"
            aria-label={words.close}
            disabled={isLocked}
            onClick={onClose}
          >
            <X size={20} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </div>
        <DialogAround value={{ close, done: onDone, report }}>{children}</DialogAround>
      </div>
      <ToastRegion />
    </dialog>
  )
}
