import { formatDistance, formatTime } from '../../lib/format'
import { isFinished } from './rules'
import type { Assignment } from './types'

/** When an assignment is due: the time in the reader's zone, and how far off while it is not done. */
export function DueTime({ assignment: { dueDate, status } }: { assignment: Assignment }) {
  return (
    <>
      <time dateTime={dueDate} className="whitespace-nowrap tabular-nums">
        {formatTime(dueDate)}
      </time>
      {!isFinished(status) && (
        <span className="text-muted print:hidden">
          {' '}
          <span className="whitespace-nowrap">({formatDistance(dueDate)})</span>
        </span>
      )}
    </>
  )
}
