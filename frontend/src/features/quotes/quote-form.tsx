import { useState } from 'react'
import { type FormPlace, places } from './form-words'
import { QuoteFields } from './quote-fields'
import { QuoteReceived } from './quote-received'

/** What the form needs to know about this site: how many words a page has, and whether it only pretends to send (docs/product.md, section 3.10). */
export type QuoteSettings = { wordsPerPage: number | undefined; demoMode: boolean }

/** What came of a request; in demo mode there is no reference, since nothing was sent. */
export type QuoteReceipt = { reference: string }

/**
 * The one quote form, for the hero and for the page of a service
 * (docs/product.md, section 3.10): the form, then the confirmation, and back.
 */
export function QuoteForm(props: {
  place: FormPlace
  /** The slug of the service, or nothing in the hero. */
  service: string
  settings: QuoteSettings
  descriptionHint?: string
}) {
  const [received, setReceived] = useState<QuoteReceipt | null>(null)
  const [again, setAgain] = useState(false)
  if (received)
    return (
      <QuoteReceived
        thanks={places[props.place].thanks}
        reference={received.reference}
        onAgain={() => {
          setAgain(true)
          setReceived(null)
        }}
      />
    )
  return <QuoteFields {...props} focusFirst={again} onReceived={setReceived} />
}
