import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { FormPage, Outcome } from '../../app/layouts/form-page'
import { resetPassword } from '../../features/auth/api'
import { useMailToken } from '../../features/auth/recovery'
import { NewPasswordForm } from '../../features/auth/recovery-forms'
import { noToken, otherAccount, reset, voidLink } from '../../features/auth/words.en'
import { sessionAtom } from '../../lib/session/session'
import { store, useAtomValue } from '../../lib/state/store'
import { Alert } from '../../ui/feedback/alert'
import { AccountWay } from './link-page'

export function Component() {
  const token = useMailToken()
  return <ResetPassword key={token} token={token} />
}

function ResetPassword({ token }: { token: string }) {
  const navigate = useNavigate()
  const [state, setState] = useState<'open' | 'void' | 'saved'>('open')
  const { user } = useAtomValue(sessionAtom)

  // Whoever is still signed in here is somebody else: the new password has ended the sessions of its account.
  const saved = () => {
    if (store.get(sessionAtom).user) setState('saved')
    else void navigate('/login', { replace: true, state: { notice: reset.done } })
  }

  const askAgain = (
    <p>
      <Link to="/forgot-password" className="link">
        {reset.askAgain}
      </Link>
    </p>
  )
  if (!token)
    return (
      <FormPage title={reset.title} intro={noToken.text} foot={<AccountWay />}>
        <Alert tone="info" title={noToken.title}>
          {askAgain}
        </Alert>
      </FormPage>
    )
  return (
    <FormPage title={reset.title} intro={state === 'open' ? reset.intro : ''} foot={<AccountWay />}>
      {state === 'open' && (
        <NewPasswordForm
          submit={reset.submit}
          failed={reset.failed}
          save={(password) => resetPassword(token, password)}
          onSaved={saved}
          onVoid={() => setState('void')}
        />
      )}
      {state === 'void' && (
        <Outcome>
          <Alert title={voidLink.title}>
            <p>
              {voidLink.reason} {reset.void}
            </p>
            {askAgain}
          </Alert>
        </Outcome>
      )}
      {state === 'saved' && (
        <Outcome>
          <Alert tone="success" title={reset.saved}>
            {user && <p>{otherAccount(user.name)}</p>}
          </Alert>
        </Outcome>
      )}
    </FormPage>
  )
}
