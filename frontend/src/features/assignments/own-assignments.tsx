import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Page } from '../../lib/api/client'
import type { Answer } from '../../lib/api/query'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { Pagination } from '../../ui/navigation/pagination'
import type { Assignment } from './types'
import { list } from './words'

/** One page of the reader's own assignments, with links to the other pages. */
export function OwnAssignments({
  found,
  show,
  page,
  failureTitle,
  children,
}: {
  found: Answer<Page<Assignment>>
  /** The name of the list in the address, if the page has several. */
  show?: string
  page: number
  failureTitle: string
  children: (assignments: Assignment[]) => ReactNode
}) {
  const { isPrevious } = found
  const navigate = useNavigate()
  const addressOf = (page: number) => `?${new URLSearchParams({ ...(show && { show }), page: String(page) })}`
  const goTo = (page: number, isGone: boolean) => void navigate(addressOf(page), { replace: isGone })
  return (
    <LoadedAnswer
      answer={found}
      failed={failureTitle}
      fallback={list.failed}
      placeholder={<SkeletonRows label={list.loading} count={4} rowHeight={9} />}
    >
      {({ rows }) => (
        <div aria-busy={isPrevious} className={isPrevious ? 'opacity-60' : ''}>
          {children(rows)}
          <Pagination page={page} found={found} onPage={goTo} always={false} />
        </div>
      )}
    </LoadedAnswer>
  )
}
