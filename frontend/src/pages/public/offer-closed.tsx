import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { dashboardOf, forgetOffer, loginFor } from '../../app/guards'
import { Outcome } from '../../app/layouts/form-page'
import type { Offer } from '../../features/offers/model'
import { askAgain, closed, draftKept } from '../../features/offers/words.en'
import { fillQuoteForm } from '../../features/quotes/ask-again'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { serverNow } from '../../lib/time/clock'
import { localClock, localDay } from '../../lib/time/time'
import { Button } from '../../ui/buttons/button'
import { ButtonLink } from '../../ui/buttons/button-link'
import { Alert } from '../../ui/feedback/alert'
import { showToast } from '../../ui/feedback/toast-state'

/** The outcome of an offer that can no longer be answered. A status that this version does not know counts as withdrawn. */
export function OfferClosed({
  offer,
  status,
  focused,
}: {
  offer: Offer
  status: string
  /** True if this takes the place of what the reader has just used. */
  focused: boolean
}) {
  useEffect(forgetOffer, [])
  const content = status === 'accepted' ? <Accepted /> : <Lost offer={offer} status={status} />
  return focused ? <Outcome>{content}</Outcome> : <div className="grid gap-4">{content}</div>
}

function Accepted() {
  const { user } = useAtomValue(sessionAtom)
  const { title, text, dashboard, logIn } = closed.accepted
  return (
    <>
      <Alert tone="success" title={title}>
        <p>{text}</p>
      </Alert>
      <ButtonLink to={user ? dashboardOf(user.role) : loginFor('/dashboard')} variant="primary">
        {user ? dashboard : logIn}
      </ButtonLink>
    </>
  )
}

function Lost({ offer, status }: { offer: Offer; status: string }) {
  const navigate = useNavigate()
  const { title, text } = status === 'expired' || status === 'declined' ? closed[status] : closed.withdrawn

  const ask = () => {
    const { subject, description, pages, dueAt } = offer
    // Requests of services that we no longer offer go to the front page.
    const service = offer.serviceName ? offer.service : ''
    const isAhead = new Date(dueAt).getTime() > serverNow()
    // The form reads date and time in the reader's zone.
    const deadline = { deadline: localDay(dueAt), deadlineTime: localClock(dueAt) }
    const known = { subject, description, pages: String(pages), ...(isAhead && deadline) }
    if (!fillQuoteForm(known, service)) showToast({ tone: 'info', title: draftKept, seconds: 5 })
    void navigate({ pathname: service ? `/services/${encodeURIComponent(service)}` : '/', hash: 'quote' })
  }
  return (
    <>
      <Alert tone="info" title={title}>
        <p>{text}</p>
      </Alert>
      <Button variant="primary" onClick={ask}>
        {askAgain}
      </Button>
    </>
  )
}
