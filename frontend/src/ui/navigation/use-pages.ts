import { useEffect, useEffectEvent } from 'react'
import { type Page, PER_PAGE } from '../../lib/api/client'
import type { Answer } from '../../lib/api/query'

/** What the links below a list show. Only `usePages` makes it, so no list with links stays beyond its last page. */
export type Pages = { page: number; total: number; onPage: (page: number) => void }

/**
 * The pages of a list, which count from 1. If the page is beyond the last one,
 * because its rows have gone, it leads to that: `isGone` is true then.
 */
export function usePages(
  page: number,
  { data, isPrevious }: Pick<Answer<Page<unknown>>, 'data' | 'isPrevious'>,
  onPage: (page: number, isGone: boolean) => void,
): Pages {
  const total = data?.total ?? 0
  const last = Math.max(1, Math.ceil(total / PER_PAGE))
  const isBeyond = data !== undefined && !isPrevious && data.rows.length === 0 && page > last
  const leave = useEffectEvent(onPage)

  useEffect(() => {
    if (isBeyond) leave(last, true)
  }, [isBeyond, last])

  return { page, total, onPage: (to) => onPage(to, false) }
}
