import { nameIn } from '../../lib/formats/format'
import { Tag, type Tone } from '../../ui/text/tag'
import { statusNames } from './desk-words'
import type { QuoteStatus } from './types'

const tones: Record<QuoteStatus, Tone> = {
  new: 'orange',
  quoted: 'blue',
  accepted: 'green',
  declined: 'red',
  closed: 'gray',
  expired: 'orange',
}

/** The tone of a status; unknown ones are gray. */
export const toneOf = (status: string) => (tones as Partial<Record<string, Tone>>)[status] ?? 'gray'

/** A status of a quote request as a dot and a word (docs/product.md, section 3.10). */
export function QuoteStatusTag({ status }: { status: string }) {
  return <Tag tone={toneOf(status)}>{nameIn(statusNames, status)}</Tag>
}
