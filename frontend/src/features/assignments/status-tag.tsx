import { nameIn } from '../../lib/formats/format'
import { formatDistance } from '../../lib/time/distance'
import { formatTime } from '../../lib/time/time'
import { useNow } from '../../lib/time/use-now'
import { Tag, type Tone } from '../../ui/text/tag'
import { type Assignment, isClosed, type Status } from './model'
import { list, statusNames } from './words.en'

/** Unknown values are gray. */
const toneOf = (tones: Record<string, Tone>, value: string): Tone => tones[value] ?? 'gray'

const statusTones: Record<Status, Tone> = {
  pending: 'orange',
  submitted: 'blue',
  in_progress: 'blue',
  revision: 'orange',
  completed: 'green',
  graded: 'green',
  cancelled: 'gray',
}

/** A status as a coloured dot and a word (docs/product.md, section 3.4). */
export function StatusTag({ status }: { status: string }) {
  return <Tag tone={toneOf(statusTones, status)}>{nameIn(statusNames, status)}</Tag>
}

const workTones: Record<string, Tone> = {
  completed: 'green',
  in_progress: 'blue',
  pending: 'yellow',
  revision: 'orange',
}

/** A status as tutors see it: in capitals, with the colours of docs/product.md, section 4.8. */
export function WorkTag({ status }: { status: string }) {
  return <Tag tone={toneOf(workTones, status)}>{status.replaceAll('_', ' ').toUpperCase()}</Tag>
}

const priorityTones: Record<string, Tone> = { High: 'red', Medium: 'orange', Low: 'green' }

/** A priority as a coloured dot and a word: High red, Medium orange, Low green (docs/product.md, section 3.1). */
export function PriorityTag({ priority }: { priority: string }) {
  return <Tag tone={toneOf(priorityTones, priority)}>{priority}</Tag>
}

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
