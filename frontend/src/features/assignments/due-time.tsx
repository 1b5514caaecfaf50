import { formatDistance } from '../../lib/time/distance'
import { formatTime } from '../../lib/time/time'
import { useNow } from '../../lib/time/use-now'
import { Tag } from '../../ui/text/tag'
import { isClosed } from './rules'
import type { Assignment } from './types'
import { list } from './words'

/** When an assignment is due, in the reader's time zone. Open work also shows how far off that is and whether it is overdue. */
export function DueTime({
  assignment: { dueDate, status },
}: {
  assignment: Pick<Assignment, 'dueDate' | 'status'>
}) {
  return (
    <>
      <time dateTime={dueDate} className="whitespace-nowrap tabular-nums">
        {formatTime(dueDate)}
      </time>
      {!isClosed(status) && <TimeLeft dueDate={dueDate} />}
    </>
  )
}

function TimeLeft({ dueDate }: { dueDate: string }) {
  const now = useNow()
  const overdue = new Date(dueDate).getTime() <= now
  return (
    <span className="print:hidden">
      {' '}
      {overdue && (
        <>
          <Tag tone="red">{list.overdue}</Tag>{' '}
        </>
      )}
      <span className="whitespace-nowrap text-muted">({formatDistance(dueDate, now)})</span>
    </span>
  )
}
