import type { Policy } from '../../lib/api/site'
import { formatBytes } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import { formatCountdown } from '../../lib/time/countdown'
import { formatTime } from '../../lib/time/time'
import { useNow } from '../../lib/time/use-now'
import { withKeys } from '../../ui/tables/row-keys'
import { PolicyLink } from '../../ui/text/accepted-policies'
import { Facts } from '../../ui/text/facts'
import { PointList } from '../../ui/text/point-list'
import { Section } from '../../ui/text/section'
import type { OfferFacts } from './model'
import { included, facts as words } from './words.en'

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

/** What an offer is about: what was asked, and what the price includes. */
export function OfferDetails({ offer }: { offer: OfferFacts }) {
  const facts: [string, string][] = [
    [words.subject, offer.subject],
    [words.due, formatTime(offer.dueAt)],
    [words.length, words.pages(offer.pages, offer.words)],
  ]
  if (offer.serviceName) facts.unshift([words.service, offer.serviceName])
  return (
    <div className="grid grid-cols-1 gap-9">
      {offer.note && (
        <Section title={words.note}>
          <p className="prose-text border-l-2 border-accent pl-3.5 font-serif">{offer.note}</p>
        </Section>
      )}
      <Section title={words.asked}>
        <Facts facts={facts} />
        <p className="prose-text mt-4">{offer.description}</p>
        {offer.files.length > 0 && (
          <>
            <h3 className="mt-5 mb-1 text-xl">{words.files}</h3>
            <ul className="border-t border-base-300">
              {withKeys(offer.files, ({ name }) => name).map(({ key, row: { name, size } }) => (
                <li key={key} className="flex gap-4 border-b border-base-300 py-2">
                  <span className="min-w-0 grow wrap-anywhere">{name}</span>
                  <span className="shrink-0 text-muted tabular-nums">{formatBytes(size)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Section>
      <Section title={included.title}>
        <PointList points={pointsOf(offer)} />
        <p className="mt-5">
          {included.policy.before}{' '}
          <PolicyLink to="/revision-refund-policy">{included.policy.link}</PolicyLink> {included.policy.after}
        </p>
      </Section>
    </div>
  )
}

/** How long a customer can ask for a revision of this work, in days. */
const revisionDays = (words: number, { longRevisionWords, longRevisionDays, revisionDays }: Policy) =>
  words > longRevisionWords ? longRevisionDays : revisionDays

function pointsOf({ words: count, policy }: OfferFacts) {
  const { revisions, refunds, disputes } = included
  const { refundRequestDays, refundMinBusinessDays, refundMaxBusinessDays, disputeHours } = policy
  return [
    { title: revisions.title, text: revisions.text(revisionDays(count, policy)) },
    {
      title: refunds.title,
      text: refunds.text(refundRequestDays, refundMinBusinessDays, refundMaxBusinessDays),
    },
    { title: disputes.title, text: disputes.text(disputeHours) },
  ]
}
