import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'
import type { Page } from '../../lib/api/client'
import type { Failure } from '../../lib/api/failure'
import { type Answer, type Question, useAnswer } from '../../lib/api/query'
import { showFailureToast } from '../../ui/feedback/action-toasts'
import { list } from './words.en'

/**
 * The open row of a list (or null), a function that opens another row, and the
 * props of the dialog around it. The address holds the row's id, so that Back
 * closes the dialog and a reload opens it again. If it comes to hold another row's,
 * that opens once the dialog may close. The row follows the changes of
 * others; if it is deleted, it stays as it was last seen.
 */
export function useOpened<Row extends { _id: string }>({
  opened,
  found,
  one,
  addressOf,
  failure: fallback,
}: {
  /** The row that the address opens; a new object after every load. */
  opened: { id: string }
  found: Answer<Page<Row>>
  /** The query of a row that the list does not show. */
  one: (id: string) => Question<Row>
  /** The address of the list with a row open, or with none if the id is ''. */
  addressOf: (id: string) => string
  /** Shown if the row does not load and the server gives no sentence. */
  failure: string
}) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [shown, setShown] = useState<{ row: Row; left: boolean; next?: Row } | null>(null)
  // The address changes a moment later. Until then it must not close a row that is being opened, or reopen the one
  // (its id) that was closed.
  const isOpening = useRef(false)
  const closed = useRef('')

  const listed = found.data?.rows.find(({ _id }) => _id === opened.id)
  const isElsewhere = opened.id !== '' && !listed && (found.data ?? found.failure) !== undefined
  const alone = useAnswer(one(opened.id), { enabled: isElsewhere, withoutLoader: true })
  const current = listed ?? (isElsewhere ? alone.data : undefined)
  const missing = isElsewhere ? alone.failure : undefined

  const go = (id: string, replace: boolean) => navigate(addressOf(id), { replace, preventScrollReset: true })
  const open = async (row: Row) => {
    isOpening.current = true
    closed.current = ''
    setShown({ row, left: false })
    await go(row._id, false)
    isOpening.current = false
  }
  const close = () => {
    if (shown?.next) return setShown({ row: shown.next, left: false })
    isOpening.current = false
    closed.current = shown?.row._id ?? opened.id
    setShown(null)
    void go('', true)
  }
  const miss = (failure: Failure) => {
    if (shown) return
    const gone = failure.status === 404
    showFailureToast(failure, fallback, gone ? list.mayBeDeleted : undefined)
    if (gone) close()
  }
  /** The dialog closes, after a question if something was typed. Then `next` opens. */
  const leave = (next?: Row) => {
    if (isOpening.current) return
    setShown((shown) => shown && { ...shown, left: true, ...(next && { next }) })
  }
  const arrive = useEffectEvent(
    ({ id }: { id: string }, row: Row | undefined, failure: Failure | undefined) => {
      if (id && id === closed.current) return
      closed.current = ''
      if (!id) leave()
      else if (row && shown && shown.row._id !== row._id) leave(row)
      else if (row) setShown({ row, left: false })
      else if (failure) miss(failure)
    },
  )

  useEffect(() => arrive(opened, current, missing), [opened, current, missing])

  const isKept = (to: Location) => to.pathname === pathname
  const row = shown?.row ?? null
  return {
    row,
    open,
    dialog: {
      about: row?._id,
      left: shown?.left ?? false,
      onClose: close,
      onStay: () => row && open(row),
      isKept,
    },
  }
}
