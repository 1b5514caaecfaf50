import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/buttons/button'
import { type FormPlace, places, received } from './form-words.en'
import { QuoteFields, type QuoteReceipt, type QuoteSettings } from './quote-fields'

/** Confirms that a request has arrived, shows its reference, and links back to the form. */
export function QuoteReceived({
  thanks,
  reference,
  onAgain,
}: {
  /** A title, and sentences below it. */
  thanks: readonly [string, ...string[]]
  reference: string
  onAgain: () => void
}) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const [title, ...sentences] = thanks

  useEffect(() => headingRef.current?.focus(), [])

  return (
    <div>
      <h3 ref={headingRef} tabIndex={-1} className="text-2xl outline-none">
        {title}
      </h3>
      {sentences.map((sentence) => (
        <p key={sentence} className="mt-2">
          {sentence}
        </p>
      ))}
      {reference && (
        <dl className="mt-5 inline-grid border-l-2 border-accent bg-base-200 px-4 py-2.5">
          <dt className="text-muted">{received.reference}</dt>
          <dd className="font-serif text-[1.75rem] font-semibold [letter-spacing:0.02em] lining-nums select-all">
            {reference}
          </dd>
        </dl>
      )}
      <p className="mt-6">
        <Button onClick={onAgain}>{received.again}</Button>
      </p>
    </div>
  )
}

/**
 * The one quote form, for the hero and for the page of a service
 * (docs/product.md, section 3.10): the form, then the confirmation, and back.
 */
export function QuoteForm(props: {
  place: FormPlace
  /** The slug of the service; '' in the hero. */
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
