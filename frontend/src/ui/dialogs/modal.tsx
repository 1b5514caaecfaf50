import X from 'lucide-react/icons/x'
import { createContext, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { ToastRegion } from '../feedback/toast-region'
import * as words from '../words'

/** What Escape does in the dialog around. Its Cancel button does the same. */
export const CloseDialog = createContext<() => void>(() => undefined)

/**
 * A dialog that is open while it is mounted. Escape and the close button call
 * `onClose` unless it is `locked`. When it closes, the focus returns to where it was.
 */
export function Modal({
  title,
  onClose,
  locked = false,
  narrow = false,
  role = 'dialog',
  describedBy,
  children,
}: {
  title: string
  onClose: () => void
  locked?: boolean
  narrow?: boolean
  role?: 'dialog' | 'alertdialog'
  /** The id of the text that screen readers read with the title when the dialog opens. */
  describedBy?: string
  children: ReactNode
}) {
  const titleId = useId()
  const dialogRef = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = dialogRef.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first-focus], input, textarea, select')?.focus()
    return () => dialog?.close()
  }, [])

  const close = () => {
    if (!locked) onClose()
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
            disabled={locked}
            onClick={onClose}
          >
            <X size={20} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </div>
        <CloseDialog value={close}>{children}</CloseDialog>
      </div>
      <ToastRegion />
    </dialog>
  )
}
