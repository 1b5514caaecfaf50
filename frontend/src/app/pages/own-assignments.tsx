import { type ReactNode, use } from 'react'
import { useNavigate } from 'react-router'
import type { Assignment } from '../../features/assignments/types'
import { type Page, PER_PAGE } from '../../lib/client'
import { Pagination } from '../../ui/pagination'
import { LoadFailure } from '../load-failure'
import type { Loaded } from '../loading'

export type FoundAssignments = Promise<Loaded<Page<Assignment>>>

/** One page of somebody's own assignments, and the way to the others. */
export function OwnAssignments({
  found,
  show,
  page,
  failureTitle,
  children,
}: {
  found: FoundAssignments
  /** The name of the list in the address. */
  show: string
  page: number
  failureTitle: string
  children: (assignments: Assignment[]) => ReactNode
}) {
  const navigate = useNavigate()
  const { data, failure } = use(found)
  if (failure)
    return <LoadFailure failure={failure} title={failureTitle} fallback="Failed to fetch assignments" />
  return (
    <>
      {children(data.rows)}
      {data.total > PER_PAGE && (
        <Pagination
          page={page}
          perPage={PER_PAGE}
          total={data.total}
          onPage={(next) => void navigate(`?${new URLSearchParams({ show, page: String(next) })}`)}
        />
      )}
    </>
  )
}
