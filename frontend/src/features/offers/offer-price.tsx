import { formatMoney } from '../../lib/formats/money'
import { formatCountdown } from '../../lib/time/countdown'
import { formatTime } from '../../lib/time/time'
import { useNow } from '../../lib/time/use-now'
import type { OfferFacts } from './types'
import { facts as words } from './words'

/** The price of an offer and how long it holds, in the reader's time zone. */
export function OfferPrice({
  offer: { amount, currency, validUntil },
}: {
  offer: Pick<OfferFacts, 'amount' | 'currency' | 'validUntil'>
}) {
  return (
    <dl className="grid gap-3 border-l-2 border-accent bg-base-200 px-4 py-3">
      <div>
        <dt className="text-muted">{words.price}</dt>
        <dd className="font-serif text-4xl font-semibold lining-nums tabular-nums">
          {formatMoney(amount, currency)}
        </dd>
      </div>
      {validUntil && (
        <div>
          <dt className="text-muted">{words.validUntil}</dt>
          <dd>
            <time dateTime={validUntil} className="tabular-nums">
              {formatTime(validUntil)}
            </time>
            <TimeLeft until={validUntil} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** How long an offer still holds, on its last day. */
function TimeLeft({ until }: { until: string }) {
  const left = formatCountdown(until, useNow())
  return left && <strong className="block tabular-nums">{words.left(left)}</strong>
}
