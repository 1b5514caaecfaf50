import Link2 from 'lucide-react/icons/link-2'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '../../lib/formats/money'
import { formatTime } from '../../lib/time/time'
import { useNow } from '../../lib/time/use-now'
import { Button } from '../../ui/buttons/button'
import { useAction } from '../../ui/buttons/use-action'
import { CopyField, copyText } from '../../ui/forms/copy-field'
import { Disclosure } from '../../ui/text/disclosure'
import { Section } from '../../ui/text/section'
import { linkOffer } from './api'
import { hasOffer, type Quote, statusAt } from './model'
import { offer as words } from './words.en'

/** The state of an offer: whether the customer has opened and answered it, its link, and what was offered before. */
export function OfferState({ quote }: { quote: Quote }) {
  const { assignment, versions } = quote
  const status = statusAt(quote, useNow())
  // Quotes that were accepted before there were offers have no versions.
  if (versions.length === 0 && status !== 'accepted') return null
  return (
    <Section title={words.title} className="mb-5 grid gap-3" level="h3" headingClass="text-xl">
      <p className="wrap-anywhere">{outcomeOf(quote, status)}</p>
      {assignment && (
        <p>
          <Link to={`/assignments/${assignment}`} className="link">
            {words.order}
          </Link>
        </p>
      )}
      {status === 'quoted' && <OfferLink key={quote.version} id={quote._id} />}
      {versions.length > 0 && <Versions quote={quote} />}
    </Section>
  )
}

/** What was offered, the latest version first. */
function Versions({ quote: { versions, currency } }: { quote: Quote }) {
  return (
    <Disclosure summary={words.history}>
      <ol className="mt-2 border-t border-base-300">
        {versions
          .toSorted((one, other) => other.version - one.version)
          .map(({ version, amount, validUntil, note, createdAt }) => (
            <li key={version} className="border-b border-base-300 py-2">
              <p>
                <span className="font-semibold">{words.version(version)}</span>:{' '}
                <span className="tabular-nums">{formatMoney(amount, currency)}</span>,{' '}
                {words.until(formatTime(validUntil))}, {words.sent(formatTime(createdAt))}
              </p>
              {note && <p className="prose-text text-muted">{note}</p>}
            </li>
          ))}
      </ol>
    </Disclosure>
  )
}

function outcomeOf({ amount, currency, openedAt, declineReason, validUntil }: Quote, status: string): string {
  if (status === 'accepted') return words.accepted(formatMoney(amount, currency))
  if (status === 'declined') return declineReason ? words.declinedWhy(declineReason) : words.declined
  if (!hasOffer(status)) return words.withdrawn
  const opened = openedAt ? words.opened(formatTime(openedAt)) : words.notOpened
  return status === 'expired' ? `${words.expired(formatTime(validUntil))} ${opened}` : opened
}

/** The link of the offer, which is requested when an admin wants to pass it on by hand. */
function OfferLink({ id }: { id: string }) {
  const [url, setUrl] = useState('')
  const { busy, run } = useAction(
    async () => {
      const link = await linkOffer(id)
      setUrl(link)
      await copyText(link, words)
    },
    { failed: words.copyFailed },
  )
  if (url) return <CopyField label={words.address} hint={words.addressHint} value={url} words={words} />
  return (
    <div>
      <Button busy={busy} onClick={() => run()}>
        <Link2 size={16} strokeWidth={1.5} aria-hidden="true" />
        {words.copy}
      </Button>
    </div>
  )
}
