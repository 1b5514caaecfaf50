import { useEffect, useState } from 'react'
import type { Page } from '../../lib/client'
import type { Loaded } from '../loading'

/**
 * The row of a list that stands open, or null, and the way to open another. It
 * is shown as the list tells it by now; what has left the list, as it was seen last.
 */
export function useOpened<Row extends { _id: string }>(found: Promise<Loaded<Page<Row>>>) {
  const [opened, setOpened] = useState<Row | null>(null)
  useEffect(() => {
    let current = true
    void found.then(({ data }) => {
      if (!current || !data) return
      setOpened((row) => row && (data.rows.find(({ _id }) => _id === row._id) ?? row))
    })
    return () => {
      current = false
    }
  }, [found])
  return [opened, setOpened] as const
}
