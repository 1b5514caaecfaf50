import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

/** Tabs above one panel. The arrow keys move between them; only the current one is in the tab order. */
export function Tabs<Name extends string>({
  label,
  tabs,
  current,
  onChange,
  children,
}: {
  label: string
  tabs: { name: Name; label: string }[]
  current: Name
  onChange?: (name: Name) => void
  children: ReactNode
}) {
  const id = useId()
  const listRef = useRef<HTMLDivElement>(null)

  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = tabs.findIndex(({ name }) => name === current)
    const to = (at + step + tabs.length) % tabs.length
    const next = tabs[to]
    if (next) onChange?.(next.name)
    listRef.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }

  return (
    <>
      <div ref={listRef} role="tablist" aria-label={label} className="tab-row">
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === current ? 0 : -1}
            className="tab-button"
            onClick={() => onChange?.(tab.name)}
            onKeyDown={move}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  )
}
