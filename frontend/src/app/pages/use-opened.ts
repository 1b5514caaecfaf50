import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'
import { type Failure, readMessage } from '../../lib/failure'
import { showToast } from '../../ui/toast-state'
import { isTold, type Loaded } from '../loading'

/**
 * The row of a list that stands open, or null, the way to open another, and
 * what the dialog around it is given. The address names the row by its id, so
 * that Back closes it and a reload opens it again; the row is shown as it is by
 * now, and what is gone as it was seen last.
 */
export function useOpened<Row extends { _id: string }>({
  opened,
  addressOf,
  failure: fallback,
}: {
  /** What the address opens, or null; another promise with every load. */
  opened: Promise<Loaded<Row> | null>
  /** The address of the list with a row open, or with none where the id is empty. */
  addressOf: (id: string) => string
  /** What is said where the row does not come and the server gives no sentence. */
  failure: string
}) {
  const navigate = useNavigate()
  const here = useLocation()
  const [shown, setShown] = useState<{ row: Row; left: boolean } | null>(null)
  // What was loaded for the address before neither closes what is being opened, nor opens again what is being closed.
  const move = useRef<'opening' | 'closing' | null>(null)

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
  const arrive = useEffectEvent((loaded: Loaded<Row> | null) => {
    if (!loaded) leave()
    else if (move.current === 'closing') return
    else if (loaded.failure) miss(loaded.failure)
    else setShown({ row: loaded.data, left: false })
  })

  useEffect(() => {
    let current = true
    void opened.then((loaded) => current && arrive(loaded))
    return () => {
      current = false
    }
  }, [opened])

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
