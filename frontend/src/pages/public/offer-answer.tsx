import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useNavigate } from 'react-router'
import { forgetOffer, loginFor, rememberOffer } from '../../app/guards'
import { AcceptForm } from '../../features/offers/accept-form'
import { DeclineForm } from '../../features/offers/decline-form'
import type { Offer } from '../../features/offers/model'
import { accept, decline } from '../../features/offers/words.en'
import type { Failure } from '../../lib/api/failure'
import { endSession, sessionAtom, type User } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { Button } from '../../ui/buttons/button'
import { ButtonLink } from '../../ui/buttons/button-link'
import { showSuccess } from '../../ui/feedback/action-toasts'

/** How the reader answers an offer. */
export function OfferAnswer({
  token,
  offer,
  expired,
  onTyped,
  onDeclined,
  onChanged,
}: {
  token: string
  offer: Offer
  /** The time of the offer is over: only a reason that was typed stays. */
  expired: boolean
  /** Called with whether there is a reason to decline. */
  onTyped: (typed: boolean) => void
  onDeclined: () => void
  /** Called when the offer is no longer what the page shows. */
  onChanged: () => void
}) {
  const { user } = useAtomValue(sessionAtom)
  const [isAccepted, setAccepted] = useState(false)
  const [declining, setDeclining] = useState(false)
  const [sending, setSending] = useState<'acceptance' | 'refusal' | null>(null)
  const declineRef = useRef<HTMLButtonElement>(null)

  const refused = ({ status }: Failure) => {
    if (status === 409) onChanged()
  }
  const sendAcceptance = useCallback((on: boolean) => setSending(on ? 'acceptance' : null), [])
  const sendRefusal = useCallback((on: boolean) => setSending(on ? 'refusal' : null), [])
  const keep = () => {
    flushSync(() => setDeclining(false))
    declineRef.current?.focus()
  }
  // An account that was just opened would otherwise be asked to accept once more, until its order has loaded.
  if (isAccepted) return <p role="status">{accept.leaving}</p>
  return (
    <div className="grid gap-4">
      {!expired && (
        <Accepting
          token={token}
          offer={offer}
          user={user}
          disabled={sending === 'refusal'}
          onSending={sendAcceptance}
          onAccepted={() => setAccepted(true)}
          onRefused={refused}
        />
      )}
      {declining ? (
        <DeclineForm
          token={token}
          disabled={expired || sending === 'acceptance'}
          onSending={sendRefusal}
          onTyped={onTyped}
          onDeclined={onDeclined}
          onRefused={refused}
          onCancel={keep}
        />
      ) : (
        <Button ref={declineRef} disabled={sending === 'acceptance'} onClick={() => setDeclining(true)}>
          {decline.open}
        </Button>
      )}
    </div>
  )
}

/** The form that accepts the offer, or the way to the account that can accept it. */
function Accepting({
  token,
  offer: { version, email, accountExists },
  user,
  disabled,
  onSending,
  onAccepted,
  onRefused,
}: {
  token: string
  offer: Offer
  user: User | null
  disabled: boolean
  onSending: (sending: boolean) => void
  onAccepted: () => void
  onRefused: (failure: Failure) => void
}) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [wrongAccount, setWrongAccount] = useState(false)

  const accepted = (assignment: string) => {
    onAccepted()
    forgetOffer()
    showSuccess(accept.accepted)
    void navigate(`/assignments/${encodeURIComponent(assignment)}`, { replace: true })
  }
  const refused = (failure: Failure) => {
    setWrongAccount(failure.status === 403)
    onRefused(failure)
  }
  const remember = () => rememberOffer(pathname)
  const switchAccount = () => {
    endSession()
    remember()
    void navigate(loginFor(pathname))
  }

  if (!user && accountExists)
    return (
      <>
        <p className="wrap-anywhere">{accept.exists(email)}</p>
        <ButtonLink to={loginFor(pathname)} variant="primary" onClick={remember}>
          {accept.logIn}
        </ButtonLink>
      </>
    )
  return (
    <>
      <AcceptForm
        key={user?._id ?? ''}
        token={token}
        version={version}
        asNew={!user}
        disabled={disabled}
        onSending={onSending}
        onAccepted={accepted}
        onRefused={refused}
      >
        <p className="wrap-anywhere">
          {user ? accept.asAccount(user.name, user.email) : accept.asNew(email)}
        </p>
      </AcceptForm>
      {user && wrongAccount && (
        <Button disabled={disabled} onClick={switchAccount}>
          {accept.switchAccount}
        </Button>
      )}
      {!user && (
        <p>
          {accept.otherAccount}{' '}
          <Link to={loginFor(pathname)} className="link" onClick={remember}>
            {accept.logInOther}
          </Link>
        </p>
      )}
    </>
  )
}
