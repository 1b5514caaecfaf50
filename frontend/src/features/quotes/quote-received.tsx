import { useEffect, useRef } from 'react'
import { Button } from '../../ui/buttons/button'
import { received } from './form-words'

/** Confirms that a request has arrived, with its reference, and leads back to the form. */
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
