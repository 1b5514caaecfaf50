import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'

/** The classes of what floats below its button: menus and panels. */
export const popoverClass =
  'fixed inset-auto mx-0 my-1 max-h-[calc(100dvh-5rem)] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-(--radius-box) border border-base-300 bg-base-100 text-base-content [box-shadow:0_8px_24px_oklch(0%_0_0/0.16)] [position-area:bottom_span-left] [position-try-fallbacks:flip-block,flip-inline]'

/** The anchor name that ties a menu or panel to its button; takes an id from React. */
export const anchorOf = (id: string) => `--menu${id.replace(/[^a-z0-9]/gi, '')}`

/** The classes of a menu item, and of links that look like one. */
export const menuItemClass =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-(--radius-field) px-3 text-left hover:bg-base-200 focus-visible:bg-base-200'

const itemsOf = (list: HTMLElement | null) =>
  Array.from(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])

const closeMenuOf = (item: HTMLElement) => item.closest<HTMLElement>('[popover]')?.hidePopover?.()

/** A button with a menu. The arrow keys move within it; Escape or a press elsewhere closes it and returns the focus to the button. */
export function Menu({
  label,
  trigger,
  children,
}: {
  /** The accessible name of the button and of its menu. */
  label: string
  trigger: ReactNode
  children: ReactNode
}) {
  const id = useId()
  const anchor = anchorOf(id)
  const [open, setOpen] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const listRef = useRef<HTMLDivElement>(null)

  const move = (event: KeyboardEvent) => {
    const items = itemsOf(listRef.current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: items.length - 1,
    }
    const to = steps[event.key]
    if (event.key === 'Tab') listRef.current?.hidePopover?.()
    if (to === undefined) return
    event.preventDefault()
    items[(to + items.length) % items.length]?.focus()
  }

  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        className="btn btn-ghost"
        style={{ anchorName: anchor }}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        popoverTarget={id}
      >
        {trigger}
      </button>
      <div
        ref={listRef}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={`${popoverClass} min-w-48 p-1.5`}
        style={{ positionAnchor: anchor }}
        onKeyDown={move}
        onToggle={(event) => {
          const opened = event.newState === 'open'
          setOpen(opened)
          if (opened) itemsOf(event.currentTarget)[0]?.focus()
        }}
      >
        {children}
      </div>
    </>
  )
}

/** A menu item that runs an action, after the menu has closed and the focus is back on the button. */
export function MenuItem({
  icon,
  onSelect,
  children,
}: {
  icon: ReactNode
  onSelect: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={menuItemClass}
      onClick={(event) => {
        closeMenuOf(event.currentTarget)
        onSelect()
      }}
    >
      {icon}
      {children}
    </button>
  )
}

/** A menu item that links to a page. */
export function MenuLink({ icon, to, children }: { icon?: ReactNode; to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      role="menuitem"
      tabIndex={-1}
      className={menuItemClass}
      onClick={(event) => closeMenuOf(event.currentTarget)}
    >
      {icon}
      {children}
    </Link>
  )
}
