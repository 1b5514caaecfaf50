import { useEffect, useRef, useState } from 'react'
import { openPools, saveStatuses } from '../../features/assignments/api'
import { BULK_BAR, type Obstacle, SELECT_PAGE } from '../../features/assignments/bulk-bar'
import type { Assignment, Status } from '../../features/assignments/model'
import { toFailure } from '../../lib/api/failure'
import { useAction } from '../../ui/buttons/use-action'
import { showFailureToast, showSuccess } from '../../ui/feedback/action-toasts'
import { NO_ROWS } from '../shared/filtered-list'
import { assignments as words } from './words.en'

/** Moves the focus out of the bar before it disappears: to "Select page" or, in an empty list, to its message. */
function leaveBar() {
  if (!document.getElementById(BULK_BAR)?.contains(document.activeElement)) return
  const checkbox = document.getElementById(SELECT_PAGE)
  const next = checkbox?.matches(':not(:disabled)') ? checkbox : document.getElementById(NO_ROWS)
  next?.focus()
}

/**
 * The selected rows of a list, each as it was when it was selected: later changes
 * of the rows do not affect it. Every view starts with an empty selection, and
 * late changes to the selection of an earlier view are ignored.
 */
function useSelection<Row extends { _id: string }>(view: string) {
  const empty: ReadonlyMap<string, Row> = new Map()
  const [selection, setSelection] = useState({ view, rows: empty })
  if (selection.view !== view) setSelection({ view, rows: empty })
  const rows = selection.view === view ? selection.rows : empty

  const change = (changed: Row[], selected: boolean) =>
    setSelection((selection) => {
      if (selection.view !== view) return selection
      const next = new Map(selection.rows)
      for (const row of changed) {
        if (!selected) next.delete(row._id)
        else if (!next.has(row._id)) next.set(row._id, row)
      }
      return { view, rows: next }
    })
  return { rows, change, clear: () => setSelection({ view, rows: empty }) }
}

/**
 * The selected assignments, and the bulk changes of them (docs/product.md,
 * section 4.5). If some of them block the change, they are deselected and listed
 * with their reasons. Rows that are selected during the change stay selected.
 */
export function useBulkStatus(view: string) {
  const { rows, change, clear } = useSelection<Assignment>(view)
  const [refused, setRefused] = useState({ view, obstacles: [] as Obstacle[] })

  // The view at the time an answer arrives; undefined once the list has been left.
  const shown = useRef<string>(undefined)
  useEffect(() => {
    shown.current = view
    return () => {
      shown.current = undefined
    }
  }, [view])

  const settle = (obstacles: Obstacle[]) => setRefused({ view: shown.current ?? view, obstacles })

  const done = (sent: Assignment[], title: string) => {
    settle([])
    change(sent, false)
    showSuccess(title)
    leaveBar()
  }
  const refuse = (sent: Assignment[], error: unknown) => {
    const failure = toFailure(error)
    const messages = new Map(failure.problems.map(({ field, message }) => [field, message]))
    const obstructed = sent.filter(({ _id }) => messages.has(_id))
    settle(obstructed.map(({ _id, title }) => ({ id: _id, title, message: messages.get(_id) ?? '' })))
    change(obstructed, false)
    const seen = obstructed.length > 0 && shown.current !== undefined
    if (!seen) showFailureToast(failure, words.updateFailed)
  }
  const { busy, run } = useAction(
    async (
      sent: Assignment[],
      save: (sent: Assignment[]) => Promise<void>,
      said: (count: number) => string,
    ) => {
      await save(sent)
      done(sent, said(sent.length))
    },
    { failed: (error, sent) => refuse(sent, error) },
  )
  const clearAll = () => {
    settle([])
    clear()
    leaveBar()
  }
  return {
    rows,
    busy,
    obstacles: refused.view === view ? refused.obstacles : [],
    select: (changed: Assignment[], selected: boolean) => {
      settle([])
      change(changed, selected)
    },
    apply: (status: Status) => run([...rows.values()], (sent) => saveStatuses(sent, status), words.updated),
    openPool: () => run([...rows.values()], openPools, words.opened),
    clear: clearAll,
  }
}
