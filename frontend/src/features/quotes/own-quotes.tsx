import { useRef, useState } from 'react'
import { isReportable } from '../../lib/api/failure'
import { useAnswer } from '../../lib/api/query'
import { nameIn } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import { formatTime } from '../../lib/time/time'
import { useNow } from '../../lib/time/use-now'
import { ButtonLink } from '../../ui/buttons/button-link'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { Pagination } from '../../ui/navigation/pagination'
import { Disclosure } from '../../ui/text/disclosure'
import { tightRuledListClass } from '../../ui/text/list-classes'
import { Distance } from '../../ui/text/moment'
import { Tag } from '../../ui/text/tag'
import { ownQuotesQuery } from './api'
import { type OwnQuote, offerWaits } from './model'
import { toneOf } from './quote-table'
import { ownStatusNames, own as words } from './words.en'

/**
 * The reader's own quote requests: those with an offer that waits for an answer, then those that wait for
 * an offer. All others are folded away, because nothing is left to do there.
 */
export function OwnQuotes() {
  const [page, setPage] = useState(1)
  const now = useNow()
  const answer = useAnswer(ownQuotesQuery(page), { keepPrevious: true, withoutLoader: true })
  const { data, failure, isPrevious, retry } = answer
  const list = useRef<HTMLElement>(null)
  const goTo = (to: number, isGone: boolean) => {
    setPage(to)
    // The links may be gone, and the focus with them.
    if (isGone && document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }
  if (failure)
    return (
      isReportable(failure) && (
        <p role="status" className="text-muted">
          {words.failed}{' '}
          <button type="button" className="link" onClick={retry}>
            {words.retry}
          </button>
        </p>
      )
    )
  if (!data) return <SkeletonRows label={words.loading} count={1} rowHeight={4} />
  if (data.total === 0 && data.rows.length === 0)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 border-y border-l-2 border-y-base-300 border-l-secondary px-5 py-3">
        <p>{words.none}</p>
        <ButtonLink to="/#quote" small>
          {words.ask}
        </ButtonLink>
      </div>
    )
  const waiting = data.rows.filter((quote) => offerWaits(quote, now))
  const received = data.rows.filter(({ status }) => status === 'new')
  const earlier = data.rows.filter((quote) => !waiting.includes(quote) && !received.includes(quote))
  return (
    <section
      ref={list}
      aria-label={words.title}
      tabIndex={-1}
      className="outline-none"
      aria-busy={isPrevious}
    >
      {waiting.length + received.length > 0 && (
        <ul aria-label={words.title} className={tightRuledListClass}>
          {waiting.map((quote) => (
            <QuoteRow key={quote._id} quote={quote} waits />
          ))}
          {received.map((quote) => (
            <QuoteRow key={quote._id} quote={quote} waits={false} />
          ))}
        </ul>
      )}
      {earlier.length > 0 && (
        <Disclosure summary={words.earlier} className="mt-3">
          <ul aria-label={words.earlier} className={`${tightRuledListClass} mt-3`}>
            {earlier.map((quote) => (
              <QuoteRow key={quote._id} quote={quote} waits={false} />
            ))}
          </ul>
        </Disclosure>
      )}
      <Pagination page={page} found={answer} onPage={goTo} always={false} />
    </section>
  )
}

function QuoteRow({
  quote: {
    reference,
    subject,
    serviceName,
    status,
    amount,
    currency,
    validUntil,
    offerUrl,
    assignment,
    createdAt,
  },
  waits,
}: {
  quote: OwnQuote
  waits: boolean
}) {
  const shownStatus = status === 'quoted' && !waits ? 'expired' : status
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <p className="font-serif text-lg font-semibold wrap-anywhere">{subject}</p>
        <p className="text-muted">
          {[reference, serviceName].filter(Boolean).join(' · ')} <span aria-hidden="true">·</span>{' '}
          {words.asked} <time dateTime={createdAt}>{formatTime(createdAt)}</time>
        </p>
        {waits && amount !== null && validUntil && (
          <p>
            <strong className="tabular-nums">{formatMoney(amount, currency)}</strong>, {words.validUntil}{' '}
            <time dateTime={validUntil}>{formatTime(validUntil)}</time>{' '}
            <span className="text-muted">
              (<Distance iso={validUntil} />)
            </span>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Tag tone={toneOf(shownStatus)}>{nameIn(ownStatusNames, shownStatus)}</Tag>
        {waits && offerUrl && (
          <ButtonLink to={new URL(offerUrl).pathname} variant="primary" small>
            {words.review}
            <span className="sr-only">{words.of(reference)}</span>
          </ButtonLink>
        )}
        {assignment && (
          <ButtonLink to={`/assignments/${assignment}`} small>
            {words.order}
            <span className="sr-only">{words.of(reference)}</span>
          </ButtonLink>
        )}
      </div>
    </li>
  )
}
