import { useState } from 'react'
import { QuoteFields } from './quote-fields'
import { QuoteReceived } from './quote-received'
import { type Place, type Received, words } from './quote-words'

/** What the form needs to know of this installation: pages in words, and whether it only pretends (docs/product.md, section 3.10). */
export type Facts = { wordsPerPage: number | undefined; demoMode: boolean }

/**
 * The one quote form, for the hero and for the page of a service
 * (docs/product.md, section 3.10): the form, then the confirmation, and back.
 */
export function QuoteForm(props: {
  place: Place
  /** The slug of the service, or nothing in the hero. */
  service: string
  facts: Facts
  descriptionHint?: string
}) {
  const [received, setReceived] = useState<Received | null>(null)
  const [again, setAgain] = useState(false)
  if (received)
    return (
      <QuoteReceived
        words={words[props.place]}
        reference={received.reference}
        onAgain={() => {
          setAgain(true)
          setReceived(null)
        }}
      />
    )
  return <QuoteFields {...props} focusFirst={again} onReceived={setReceived} />
}
