import { useState } from 'react'
import { confirmAddress } from '../../features/auth/api'
import { useMailToken } from '../../features/auth/mail-token'
import { verify } from '../../features/auth/recovery-words'
import { SendAgain } from '../../features/auth/send-again'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { Alert } from '../../ui/feedback/alert'
import { LinkPage } from './link-page'

export function Component() {
  const token = useMailToken()
  return <VerifyEmail key={token} token={token} />
}

function VerifyEmail({ token }: { token: string }) {
  const [isOwn, setIsOwn] = useState(false)
  return (
    <LinkPage
      token={token}
      title={verify.title}
      intro={verify.intro}
      submit={verify.submit}
      failed={verify.failed}
      act={async (token) => setIsOwn(await confirmAddress(token))}
      done={
        <Alert tone="success" title={verify.done}>
          <p>{isOwn ? verify.ownWork : verify.othersWork}</p>
        </Alert>
      }
      lost={<AnotherLink />}
    />
  )
}

/** How to get another link, if one is needed. */
function AnotherLink() {
  const { user } = useAtomValue(sessionAtom)
  if (!user) return <p>{verify.void.visitor}</p>
  if (user.verified) return <p>{verify.void.confirmed}</p>
  return <SendAgain email={user.email} text={verify.void.unconfirmed} />
}
