import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Offer, statusAt } from '../../features/offers/model'
import { OfferDetails, OfferPrice } from '../../features/offers/offer-details'
import { page } from '../../features/offers/words.en'
import { useNow } from '../../lib/time/use-now'
import { buttonClass } from '../../ui/buttons/button'
import { Section } from '../../ui/text/section'
import { OfferAnswer } from './offer-answer'
import { OfferClosed } from './offer-closed'

/** The id of the section in which the reader answers. */
const ANSWER = 'answer'

/** An offer with the way to answer it or, once nobody can, its outcome. */
export function OfferView({ token, offer }: { token: string; offer: Offer }) {
  const now = useNow()
  const { revalidate } = useRevalidator()
  const [answered, setAnswered] = useState(false)
  /** The version that the reader has declined, before the server says so. */
  const [declined, setDeclined] = useState(0)
  const [hasReason, setHasReason] = useState(false)
  const status = offer.status === 'open' && declined === offer.version ? 'declined' : statusAt(offer, now)
  const isOpen = status === 'open'
  // An offer that merely expires takes away neither the reader's input nor the focus.
  const hasRunOut = status === 'expired' && offer.status === 'open'

  const reload = () => {
    setAnswered(true)
    void revalidate()
  }
  const decline = () => {
    setDeclined(offer.version)
    reload()
  }
  return (
    <>
      <header className="border-l-2 border-secondary pl-5">
        <h1 className="text-4xl wrap-anywhere">{page.title}</h1>
        <p className="mt-1 text-muted">
          {page.reference} <span className="font-semibold select-all">{offer.reference}</span>
        </p>
      </header>
      <div className="mt-8 grid grid-cols-1 gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <div className="grid grid-cols-1 content-start gap-4 lg:col-start-2 lg:row-start-1">
          <OfferPrice offer={offer} />
          {isOpen ? (
            <a href={`#${ANSWER}`} className={`${buttonClass('primary')} lg:hidden`}>
              {page.toAnswer}
            </a>
          ) : (
            <OfferClosed offer={offer} status={status} focused={answered && !hasRunOut} />
          )}
        </div>
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <OfferDetails offer={offer} />
        </div>
        {(isOpen || (hasRunOut && hasReason)) && (
          <Section
            title={page.answer}
            id={ANSWER}
            tabIndex={-1}
            className="scroll-mt-8 outline-none lg:col-start-2 lg:row-start-2"
          >
            <OfferAnswer
              token={token}
              offer={offer}
              expired={hasRunOut}
              onTyped={setHasReason}
              onDeclined={decline}
              onChanged={reload}
            />
          </Section>
        )}
      </div>
    </>
  )
}
