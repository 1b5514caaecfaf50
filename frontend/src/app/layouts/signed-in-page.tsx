import type { ReactNode } from 'react'
import { SendAgain } from '../../features/auth/recovery-forms'
import { unconfirmedAdmin, unverified } from '../../features/auth/words.en'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { ButtonLink } from '../../ui/buttons/button-link'
import { useShownPage } from '../heads/page-head'
import { Page } from './page'

/**
 * A page for people with an account. People who have not confirmed their address are
 * reminded above it; an admin who has to confirm it first gets no page of the desk.
 */
export function SignedInPage({ children }: { children: ReactNode }) {
  const { user } = useAtomValue(sessionAtom)
  const isForAdmins = useShownPage()?.role === 'admin'
  return (
    <>
      {user && !user.verified && (
        <aside aria-label={unverified.label} className="border-b border-base-300 bg-base-200 print:hidden">
          <div className="mx-auto max-w-[76rem] px-4 py-2 md:px-8">
            <SendAgain key={user.email} email={user.email} text={unverified.text(user.email)} />
          </div>
        </aside>
      )}
      <Page>{user?.mustConfirm && isForAdmins ? <ConfirmFirst /> : children}</Page>
    </>
  )
}

function ConfirmFirst() {
  return (
    <>
      <h1 className="text-4xl">{unconfirmedAdmin.title}</h1>
      <p className="mt-4 max-w-prose">{unconfirmedAdmin.text}</p>
      <p className="mt-4">
        <ButtonLink to="/profile">{unconfirmedAdmin.profile}</ButtonLink>
      </p>
    </>
  )
}
