import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { dashboardOf } from '../../app/guards'
import { FormPage, Outcome } from '../../app/layouts/form-page'
import { isVoidLink, readWait } from '../../features/auth/recovery'
import { noToken, voidLink, ways } from '../../features/auth/words.en'
import { type Failure, toFailure } from '../../lib/api/failure'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { Button } from '../../ui/buttons/button'
import { useAction } from '../../ui/buttons/use-action'
import { Alert } from '../../ui/feedback/alert'

/** The way on from a page that an email leads to: the dashboard, or the login page for visitors. */
export function AccountWay() {
  const { user } = useAtomValue(sessionAtom)
  return (
    <Link to={user ? dashboardOf(user.role) : '/login'} className="link">
      {user ? ways.dashboard : ways.logIn}
    </Link>
  )
}

/**
 * A page that an emailed link opens. It says what its button does, and only the
 * button does it, because mail programs open links to check them.
 */
export function LinkPage({
  token,
  title,
  intro,
  consequences = [],
  submit,
  failed,
  act,
  further,
  done,
  lost,
}: {
  /** The token of the link; '' if the page was opened without one. */
  token: string
  title: string
  intro: string
  /** What else the button does. */
  consequences?: string[]
  submit: string
  /** Why it failed, where nobody else says so. */
  failed: string
  /** Does what the link is for. Throws a Failure. */
  act: (token: string) => Promise<unknown>
  /** What takes the place of the button after failures that ask for more than the link. */
  further?: {
    isNeeded: (failure: Failure) => boolean
    form: (end: { onDone: () => void; onVoid: () => void }) => ReactNode
  }
  /** What is shown in the place of the button once it is done. */
  done: ReactNode
  /** What to do where there is no link, or one that is no longer valid. */
  lost: ReactNode
}) {
  const [state, setState] = useState<'open' | 'further' | 'done' | 'void'>('open')
  const [failure, setFailure] = useState('')

  const { busy, run } = useAction(
    async () => {
      setFailure('')
      await act(token)
      setState('done')
    },
    {
      failed: (error) => {
        const refusal = toFailure(error)
        if (isVoidLink(refusal)) setState('void')
        else if (further?.isNeeded(refusal)) setState('further')
        else setFailure(readWait(error, failed))
      },
    },
  )

  if (!token)
    return (
      <FormPage title={title} intro={noToken.text} foot={<AccountWay />}>
        <Alert tone="info" title={noToken.title}>
          {lost}
        </Alert>
      </FormPage>
    )
  return (
    <FormPage title={title} intro={state === 'open' ? intro : ''} foot={<AccountWay />}>
      {state === 'open' && (
        <div className="grid gap-4">
          {consequences.length > 0 && (
            <ul className="list-disc pl-5">
              {consequences.map((consequence) => (
                <li key={consequence}>{consequence}</li>
              ))}
            </ul>
          )}
          {failure && <Alert title={failure} />}
          <Button variant="primary" busy={busy} onClick={() => run()}>
            {submit}
          </Button>
        </div>
      )}
      {state === 'further' &&
        further?.form({ onDone: () => setState('done'), onVoid: () => setState('void') })}
      {state === 'done' && <Outcome>{done}</Outcome>}
      {state === 'void' && (
        <Outcome>
          <Alert title={voidLink.title}>
            <p>{voidLink.reason}</p>
            {lost}
          </Alert>
        </Outcome>
      )}
    </FormPage>
  )
}
