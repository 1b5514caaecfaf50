import { flushSync } from 'react-dom'

/**
 * Closes a dialog or form whose button disappears once it succeeds, and moves the focus
 * to the first of the given headings that the page has.
 */
export function closeAndFocus(close: () => void, ...ids: string[]) {
  flushSync(close)
  focusFirst(...ids)
}

/** Moves the focus to the first of the given headings that the page has. */
export function focusFirst(...ids: string[]) {
  const headings = ids.map((id) => document.getElementById(id))
  headings.find((heading) => heading !== null)?.focus()
}
