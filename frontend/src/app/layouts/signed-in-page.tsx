import type { ReactNode } from 'react'
import { unverified } from '../../features/auth/recovery-words'
import { SendAgain } from '../../features/auth/send-again'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { Page } from './page'

/** A page for people with an account. People who have not confirmed their address are reminded above it. */
export function SignedInPage({ children }: { children: ReactNode }) {
  const { user } = useAtomValue(sessionAtom)
  return (
    <>
      {user && !user.verified && (
        <aside aria-label={unverified.label} className="border-b border-base-300 bg-base-200 print:hidden">
          <div className="mx-auto max-w-[76rem] px-4 py-2 md:px-8">
            <SendAgain key={user.email} email={user.email} text={unverified.text(user.email)} />
          </div>
        </aside>
      )}
      <Page>{children}</Page>
    </>
  )
}
