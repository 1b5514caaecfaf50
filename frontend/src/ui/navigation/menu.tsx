import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'

const itemsOf = (list: HTMLElement | null) =>
  Array.from(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])

const closeMenuOf = (item: HTMLElement) => item.closest<HTMLElement>('[popover]')?.hidePopover?.()

/** A button with a menu: arrows move, Escape and a press elsewhere close, the focus returns to the button. */
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
  const anchor = `--menu${id.replace(/[^a-z0-9]/gi, '')}`
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
        className="menu-list"
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

/** One action of a menu. The menu has closed and the focus is back before it runs. */
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
      className="menu-item"
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

/** One page that a menu leads to. */
export function MenuLink({ icon, to, children }: { icon?: ReactNode; to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      role="menuitem"
      tabIndex={-1}
      className="menu-item"
      onClick={(event) => closeMenuOf(event.currentTarget)}
    >
      {icon}
      {children}
    </Link>
  )
}
