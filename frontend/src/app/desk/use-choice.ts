import { useState } from 'react'

/**
 * The chosen rows of a list, each as it was seen when it was chosen: news of the
 * rows changes nothing of it. Another view begins with none, and what is still
 * to be changed of the one before changes nothing there.
 */
export function useChoice<Row extends { _id: string }>(view: string) {
  const none: ReadonlyMap<string, Row> = new Map()
  const [kept, setKept] = useState({ view, rows: none })
  if (kept.view !== view) setKept({ view, rows: none })
  const rows = kept.view === view ? kept.rows : none

  const change = (changed: Row[], chosen: boolean) =>
    setKept((kept) => {
      if (kept.view !== view) return kept
      const next = new Map(kept.rows)
      for (const row of changed) {
        if (!chosen) next.delete(row._id)
        else if (!next.has(row._id)) next.set(row._id, row)
      }
      return { view, rows: next }
    })
  return { rows, change, clear: () => setKept({ view, rows: none }) }
}
