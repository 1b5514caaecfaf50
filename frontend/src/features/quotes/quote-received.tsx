import { useEffect, useRef } from 'react'
import { Button } from '../../ui/buttons/button'
import type { Words } from './quote-words'

/** Says that a request has arrived, with its reference, and leads back to the form. */
export function QuoteReceived({
  words: { thanks },
  reference,
  onAgain,
}: {
  words: Words
  reference: string
  onAgain: () => void
}) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const [title, ...sentences] = thanks

  useEffect(() => headingRef.current?.focus(), [])

  return (
    <div className="quote-received">
      <h3 ref={headingRef} tabIndex={-1} className="text-2xl outline-none">
        {title}
      </h3>
      {sentences.map((sentence) => (
        <p key={sentence} className="mt-2">
          {sentence}
        </p>
      ))}
      {reference && (
        <dl className="quote-reference">
          <dt className="text-muted">Your reference</dt>
          <dd>{reference}</dd>
        </dl>
      )}
      <p className="mt-6">
        <Button onClick={onAgain}>Submit Another Request</Button>
      </p>
    </div>
  )
}
