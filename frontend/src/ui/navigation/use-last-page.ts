import { useEffect, useEffectEvent } from 'react'
import { type Page, PER_PAGE } from '../../lib/api/client'

/** Leads from a page that a list does not have to its last one. Pages count from 1. */
export function useLastPage(page: number, found: Page<unknown> | undefined, onPage: (page: number) => void) {
  const last = Math.max(1, Math.ceil((found?.total ?? 0) / PER_PAGE))
  const beyond = found !== undefined && found.rows.length === 0 && page > last
  const lead = useEffectEvent(onPage)

  useEffect(() => {
    if (beyond) lead(last)
  }, [beyond, last])
}
