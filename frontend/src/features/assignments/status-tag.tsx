import { nameIn } from '../../lib/formats/format'
import { Tag, type Tone } from '../../ui/text/tag'
import type { Status } from './types'
import { statusNames } from './words'

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
