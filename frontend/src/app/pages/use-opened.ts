import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'
import type { Page } from '../../lib/client'
import { type Failure, isTold, readMessage } from '../../lib/failure'
import { type Answer, type Question, useAnswer } from '../../lib/query'
import { showToast } from '../../ui/toast-state'

/**
 * The open row of a list, or null, the way to open another, and what the dialog
 * around it is given. The address names the row by its id, so that Back closes
 * it and a reload opens it again. The row follows what others change; one that
 * is gone stays as it was last seen.
 */
export function useOpened<Row extends { _id: string }>({
  opened,
  found,
  one,
  addressOf,
  failure: fallback,
}: {
  /** The id of the row that the address opens, or ''. */
  opened: string
  found: Answer<Page<Row>>
  /** Asks for a row that the list does not show. */
  one: (id: string) => Question<Row>
  /** The address of the list with a row open, or with none if the id is ''. */
  addressOf: (id: string) => string
  /** Shown if the row does not load and the server gives no sentence. */
  failure: string
}) {
  const navigate = useNavigate()
  const here = useLocation()
  const [shown, setShown] = useState<{ row: Row; left: boolean } | null>(null)
  // The address follows a moment later: until then it neither closes what is being opened, nor opens what is being closed.
  const move = useRef<'opening' | 'closing' | null>(null)

  const listed = found.data?.rows.find(({ _id }) => _id === opened)
  const isElsewhere = opened !== '' && !listed && (found.data ?? found.failure) !== undefined
  const alone = useAnswer(one(opened), { enabled: isElsewhere, withoutLoader: true })
  const current = listed ?? (isElsewhere ? alone.data : undefined)
  const missing = isElsewhere ? alone.failure : undefined

  const open = async (row: Row) => {
    move.current = 'opening'
    setShown({ row, left: false })
    await navigate(addressOf(row._id), { preventScrollReset: true })
    if (move.current === 'opening') move.current = null
  }
  const toList = () => void navigate(addressOf(''), { replace: true, preventScrollReset: true })
  const close = () => {
    move.current = 'closing'
    setShown(null)
    toList()
  }
  const miss = (failure: Failure) => {
    if (shown || !isTold(failure)) return
    const gone = failure.status === 404
    showToast({
      tone: 'error',
      title: readMessage(failure, fallback),
      description: gone ? 'It may have been deleted.' : undefined,
      seconds: 5,
    })
    if (gone) toList()
  }
  const leave = () => {
    if (move.current === 'opening') return
    move.current = null
    setShown((shown) => shown && { ...shown, left: true })
  }
  const arrive = useEffectEvent((id: string, row: Row | undefined, failure: Failure | undefined) => {
    if (!id) leave()
    else if (move.current === 'closing') return
    else if (row) setShown({ row, left: false })
    else if (failure) miss(failure)
  })

  useEffect(() => arrive(opened, current, missing), [opened, current, missing])

  const tabOf = ({ search }: Pick<Location, 'search'>) => new URLSearchParams(search).get('tab')
  const isKept = (to: Location) => to.pathname === here.pathname && tabOf(to) === tabOf(here)
  const row = shown?.row ?? null
  return {
    row,
    open: (row: Row) => void open(row),
    dialog: {
      left: shown?.left ?? false,
      onClose: close,
      onStay: () => void (row && open(row)),
      isKept,
    },
  }
}
