import { Tag, type Tone } from '../../ui/tag'
import type { QuoteStatus } from './types'

const tones: Record<QuoteStatus, Tone> = {
  new: 'orange',
  quoted: 'blue',
  accepted: 'green',
  declined: 'red',
  closed: 'gray',
}

const toneOf = (status: string) => (tones as Partial<Record<string, Tone>>)[status]

/** A status of a quote request as people read it: "new" is "New". An unknown one is shown as it is. */
export const statusWord = (status: string) =>
  toneOf(status) ? status.charAt(0).toUpperCase() + status.slice(1) : status

/** A status of a quote request as a dot and a word (docs/product.md, section 3.10); unknown ones are gray. */
export function QuoteStatusTag({ status }: { status: string }) {
  return <Tag tone={toneOf(status) ?? 'gray'}>{statusWord(status)}</Tag>
}
