import { useEffect, useEffectEvent } from 'react'
import { type Page, PER_PAGE } from '../../lib/api/client'

/** Goes to the last page of a list if the given page is beyond it. Pages count from 1. */
export function useLastPage(page: number, found: Page<unknown> | undefined, onPage: (page: number) => void) {
  const last = Math.max(1, Math.ceil((found?.total ?? 0) / PER_PAGE))
  const isBeyond = found !== undefined && found.rows.length === 0 && page > last
  const goTo = useEffectEvent(onPage)

  useEffect(() => {
    if (isBeyond) goTo(last)
  }, [isBeyond, last])
}
