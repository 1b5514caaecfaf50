import { Tag, type Tone } from '../../ui/tag'
import { statusWord } from './rules'
import type { Assignment, Status } from './types'

const statusTones: Record<Status, Tone> = {
  pending: 'orange',
  submitted: 'blue',
  in_progress: 'blue',
  revision: 'orange',
  completed: 'green',
  graded: 'green',
}

/** A status as a dot and a word (docs/product.md, section 3.4). */
export function StatusTag({ status }: { status: Status }) {
  return <Tag tone={statusTones[status]}>{statusWord(status)}</Tag>
}

const workTones: Partial<Record<Status, Tone>> = {
  completed: 'green',
  in_progress: 'blue',
  pending: 'yellow',
  revision: 'orange',
}

/** A status as tutors read it: in capitals, in the colours of docs/product.md, section 4.8. */
export function WorkTag({ status }: { status: Status }) {
  return <Tag tone={workTones[status] ?? 'gray'}>{status.replaceAll('_', ' ').toUpperCase()}</Tag>
}

const priorityTones: Record<Assignment['priority'], Tone> = { High: 'red', Medium: 'orange', Low: 'green' }

/** A priority as a dot and a word: High red, Medium orange, Low green (docs/product.md, section 3.1). */
export function PriorityTag({ priority }: { priority: Assignment['priority'] }) {
  return <Tag tone={priorityTones[priority]}>{priority}</Tag>
}
