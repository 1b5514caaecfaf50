import { type FocusEvent, type ReactNode, useId, useRef, useState } from 'react'
import { anchorOf, popoverClass } from './menu'

/**
 * A button with a panel of any content, which is rendered while the panel is
 * open. Opening moves the focus into it. Escape, a press elsewhere, or leaving
 * it with the Tab key closes it; Escape returns the focus to the button.
 */
export function Panel({
  label,
  title,
  trigger,
  children,
}: {
  /** The accessible name of the button. */
  label: string
  /** The accessible name of the panel. */
  title: string
  trigger: ReactNode
  /** Gets a function that closes the panel. */
  children: (close: () => void) => ReactNode
}) {
  const id = useId()
  const anchor = anchorOf(id)
  const [open, setOpen] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const panelRef = useRef<HTMLDivElement>(null)
  const close = () => panelRef.current?.hidePopover?.()

  const closeOnLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Pressing the button already closes the panel.
    if (!(relatedTarget instanceof Node) || buttonRef.current?.contains(relatedTarget)) return
    if (!currentTarget.contains(relatedTarget)) close()
  }
  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        className="btn btn-ghost btn-square"
        style={{ anchorName: anchor }}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={id}
      >
        {trigger}
      </button>
      <div
        ref={panelRef}
        id={id}
        popover="auto"
        role="dialog"
        tabIndex={-1}
        aria-label={title}
        className={`${popoverClass} w-[min(24rem,calc(100vw-2rem))] outline-none`}
        style={{ positionAnchor: anchor }}
        onBlur={closeOnLeave}
        onToggle={(event) => {
          const opened = event.newState === 'open'
          setOpen(opened)
          if (opened) event.currentTarget.focus()
        }}
      >
        {open && children(close)}
      </div>
    </>
  )
}
