import { useEffect, useRef, useState } from 'react'
import { BULK_BAR, type Obstacle } from '../../features/assignments/bulk-bar'
import { saveStatuses } from '../../features/assignments/queries'
import type { Assignment, Status } from '../../features/assignments/types'
import { toFailure } from '../../lib/api/failure'
import { formatCount } from '../../lib/formats/format'
import { showFailureToast } from '../../ui/feedback/failure-toast'
import { showToast } from '../../ui/feedback/toast-state'
import { NO_ROWS } from './desk-list'
import { useChoice } from './use-choice'

/** Where the focus is in the bar, which goes: on to the choice of the page or, where nothing can be chosen, to what says so. */
function leaveBar() {
  if (!document.getElementById(BULK_BAR)?.contains(document.activeElement)) return
  const choice = document.getElementById('choose-page')
  const next = choice?.matches(':not(:disabled)') ? choice : document.getElementById(NO_ROWS)
  next?.focus()
}

/**
 * Chosen assignments and the status that they are given together. What stands
 * in the way of one is kept by its title, and that one is chosen no more. What
 * is chosen while others are on their way stays (docs/product.md, section 4.5).
 */
export function useBulkStatus(view: string) {
  const { rows, change, clear } = useChoice<Assignment>(view)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState({ view, obstacles: [] as Obstacle[] })

  // The view that is shown when an answer comes; none when the list has been left.
  const shown = useRef<string>(undefined)
  useEffect(() => {
    shown.current = view
    return () => {
      shown.current = undefined
    }
  }, [view])

  const settle = (obstacles: Obstacle[]) => setRefused({ view: shown.current ?? view, obstacles })

  const done = (sent: Assignment[]) => {
    settle([])
    change(sent, false)
    const title = `${formatCount(sent.length)} ${sent.length === 1 ? 'assignment' : 'assignments'} updated successfully`
    showToast({ tone: 'success', title, seconds: 3 })
    leaveBar()
  }
  const refuse = (sent: Assignment[], error: unknown) => {
    const failure = toFailure(error)
    const messages = new Map(failure.problems.map(({ field, message }) => [field, message]))
    const obstructed = sent.filter(({ _id }) => messages.has(_id))
    settle(obstructed.map(({ _id, title }) => ({ id: _id, title, message: messages.get(_id) ?? '' })))
    change(obstructed, false)
    const seen = obstructed.length > 0 && shown.current !== undefined
    if (!seen) showFailureToast(failure, 'Failed to update assignments')
  }
  const apply = async (status: Status) => {
    const sent = [...rows.values()]
    setBusy(true)
    try {
      await saveStatuses(sent, status)
      done(sent)
    } catch (error) {
      refuse(sent, error)
    }
    setBusy(false)
  }
  const none = () => {
    settle([])
    clear()
    leaveBar()
  }
  return {
    rows,
    busy,
    obstacles: refused.view === view ? refused.obstacles : [],
    choose: (changed: Assignment[], chosen: boolean) => {
      settle([])
      change(changed, chosen)
    },
    apply,
    none,
  }
}
