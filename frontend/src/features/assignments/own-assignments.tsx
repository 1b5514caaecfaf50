import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { type Page, PER_PAGE } from '../../lib/api/client'
import type { Answer } from '../../lib/api/query'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { Pagination } from '../../ui/navigation/pagination'
import { useLastPage } from '../../ui/navigation/use-last-page'
import type { Assignment } from './types'
import { list } from './words'

/** One page of the reader's own assignments, with links to the other pages. */
export function OwnAssignments({
  found: { data, failure, asking, isPrevious, retry },
  show,
  page,
  failureTitle,
  children,
}: {
  found: Answer<Page<Assignment>>
  /** The name of the list in the address. */
  show: string
  page: number
  failureTitle: string
  children: (assignments: Assignment[]) => ReactNode
}) {
  const navigate = useNavigate()
  const addressOf = (page: number) => `?${new URLSearchParams({ show, page: String(page) })}`
  useLastPage(
    page,
    isPrevious ? undefined : data,
    (last) => void navigate(addressOf(last), { replace: true }),
  )
  if (failure)
    return (
      <LoadFailure
        failure={failure}
        title={failureTitle}
        fallback={list.failed}
        asking={asking}
        onRetry={retry}
      />
    )
  if (!data) return <SkeletonRows label={list.loading} count={4} rowHeight={9} />
  return (
    <div aria-busy={isPrevious} className={isPrevious ? 'opacity-60' : ''}>
      {children(data.rows)}
      {data.total > PER_PAGE && (
        <Pagination
          page={page}
          perPage={PER_PAGE}
          total={data.total}
          onPage={(next) => void navigate(addressOf(next))}
        />
      )}
    </div>
  )
}
