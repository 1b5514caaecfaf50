import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { updateAssignments } from '../../features/assignments/api'
import type { Obstacle } from '../../features/assignments/bulk-bar'
import type { Assignment, Status } from '../../features/assignments/types'
import { readMessage, toFailure } from '../../lib/failure'
import { showToast } from '../../ui/toast-state'
import { isTold } from '../loading'
import { useChoice } from './use-choice'

/**
 * Chosen assignments and the status that they are given together. What stands
 * in the way of one is kept by its title, and that one is chosen no more
 * (docs/product.md, section 4.5).
 */
export function useBulkStatus(view: string) {
  const { rows, change, clear } = useChoice<Assignment>(view)
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState({ view, obstacles: [] as Obstacle[] })

  const settle = (obstacles: Obstacle[]) => setRefused({ view, obstacles })

  const done = (count: number) => {
    settle([])
    clear()
    const title = `${count} ${count === 1 ? 'assignment' : 'assignments'} updated successfully`
    showToast({ tone: 'success', title, seconds: 3 })
    document.getElementById('choose-page')?.focus() // the bar with the focus goes
  }
  const refuse = (error: unknown) => {
    const failure = toFailure(error)
    const obstacles = failure.problems.flatMap(({ field, message }) => {
      const row = rows.get(field)
      return row ? [{ id: field, title: row.title, message }] : []
    })
    settle(obstacles)
    change(
      [...rows.values()].filter(({ _id }) => obstacles.some(({ id }) => id === _id)),
      false,
    )
    const title = readMessage(failure, 'Failed to update assignments')
    if (obstacles.length === 0 && isTold(failure)) showToast({ tone: 'error', title, seconds: 5 })
  }
  const apply = async (status: Status) => {
    setBusy(true)
    try {
      await updateAssignments([...rows.values()], status)
      done(rows.size)
    } catch (error) {
      refuse(error)
    }
    setBusy(false)
    void revalidate()
  }
  const none = () => {
    settle([])
    clear()
    document.getElementById('choose-page')?.focus()
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
