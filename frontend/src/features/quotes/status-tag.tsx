import { Tag, type Tone } from '../../ui/tag'
import type { QuoteStatus } from './types'

const tones: Record<QuoteStatus, Tone> = {
  new: 'orange',
  quoted: 'blue',
  accepted: 'green',
  declined: 'red',
  closed: 'gray',
}

/** A status of a quote request as people read it: "new" is "New". */
export const statusWord = (status: QuoteStatus) => status.charAt(0).toUpperCase() + status.slice(1)

/** A status of a quote request as a dot and a word (docs/product.md, section 3.10). */
export function QuoteStatusTag({ status }: { status: QuoteStatus }) {
  return <Tag tone={tones[status]}>{statusWord(status)}</Tag>
}
