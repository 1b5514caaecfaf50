import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Keeps the focus when the row that holds it disappears: it goes to the list or,
 * if no rows are left, to the element with the id `instead`. Rows name
 * themselves with `data-row`.
 */
export function useRowFocus(rows: { _id: string }[], instead: string) {
  const listRef = useRef<HTMLElement>(null)
  const focused = useRef('')

  useEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return
    if (rows.some(({ _id }) => _id === focused.current)) return
    focused.current = ''
    const place = rows.length > 0 ? listRef.current : document.getElementById(instead)
    place?.focus({ preventScroll: true })
  })

  return {
    listRef,
    /** For the list: notes which row has the focus. */
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target.closest<HTMLElement>('[data-row]')?.dataset.row ?? ''
    },
  }
}
