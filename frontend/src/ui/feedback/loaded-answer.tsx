import type { ReactNode } from 'react'
import type { Answer } from '../../lib/api/query'
import { Skeleton } from '../loading/skeleton'
import { LoadFailure } from './load-failure'

/** Shows the data of an answer. Until it arrives, a placeholder holds its place; a failure says so, and offers to try again. */
export function LoadedAnswer<Data>({
  answer,
  failed,
  fallback = failed,
  loading = '',
  height = 0,
  placeholder = <Skeleton label={loading} height={height} />,
  children,
}: {
  answer: Pick<Answer<Data>, 'data' | 'failure' | 'asking' | 'retry'>
  /** The heading of the message that it failed to load. */
  failed: string
  /** Shown if the server sent no sentence; the heading if it is left out. */
  fallback?: string
  /** The accessible name and the height in rem of the placeholder. */
  loading?: string
  height?: number
  /** Another placeholder. */
  placeholder?: ReactNode
  children: (data: Data) => ReactNode
}) {
  if (answer.failure) return <LoadFailure answer={answer} title={failed} fallback={fallback} />
  return answer.data === undefined ? placeholder : children(answer.data)
}
