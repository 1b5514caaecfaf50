import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

/** Tabs, or links styled like them. Five short names fit on one line of the smallest screen. */
export const tabRowClass =
  'flex flex-wrap gap-x-[clamp(0.75rem,4vw,1.5rem)] border-b border-base-300 max-[25rem]:gap-x-[calc(5vw-9px)] max-[25rem]:text-[0.9375rem] print:hidden'

/** One of them; the current one is underlined. */
export const tabClass = (current: boolean) =>
  `flex min-h-11 cursor-pointer items-center border-b-2 font-semibold whitespace-nowrap focus-visible:-outline-offset-2 ${current ? 'border-secondary forced-colors:border-[Highlight]' : 'border-transparent text-muted forced-colors:border-[Canvas]'}`

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
      <div ref={listRef} role="tablist" aria-label={label} className={tabRowClass}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === current ? 0 : -1}
            className={tabClass(tab.name === current)}
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
