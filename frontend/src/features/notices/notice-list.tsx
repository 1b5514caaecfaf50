import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { tightRuledListClass } from '../../ui/text/list-classes'
import type { Notice } from './model'
import { MarkButton, NoticeLink } from './notice-link'
import { list as words } from './words.en'

/**
 * Notices with a button each that marks it, or what says that there are none. If
 * the row with the focus disappears, as it does from the list of unread ones,
 * the focus goes to the row that takes its place, or to that message.
 */
export function NoticeList({ notices, empty }: { notices: Notice[]; empty: ReactNode }) {
  const placeRef = useRef<HTMLElement>(null)
  /** The row whose button has the focus, counted from 0; -1 for none. */
  const focusedRow = useRef(-1)

  useLayoutEffect(() => {
    if (focusedRow.current < 0 || document.activeElement !== document.body) return
    const buttons = placeRef.current?.querySelectorAll('button') ?? []
    const next = buttons[Math.min(focusedRow.current, buttons.length - 1)] ?? placeRef.current
    next?.focus()
  })
  return (
    <section ref={placeRef} aria-label={words.title} tabIndex={-1} className="outline-none">
      {notices.length === 0 && empty}
      {notices.length > 0 && (
        <ul className={tightRuledListClass}>
          {notices.map((notice, at) => (
            <li key={notice._id} className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
              <NoticeLink notice={notice} className="block w-full py-1" />
              <div className="ml-2.5 shrink-0 sm:ml-0">
                <MarkButton
                  notice={notice}
                  onFocus={() => {
                    focusedRow.current = at
                  }}
                  onBlur={() => {
                    focusedRow.current = -1
                  }}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
