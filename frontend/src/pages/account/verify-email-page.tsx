import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { confirmAddress } from '../../features/auth/api'
import { ConfirmWithPassword } from '../../features/auth/confirm-with-password'
import { takesPassword, useMailToken } from '../../features/auth/recovery'
import { SendAgain } from '../../features/auth/recovery-forms'
import { otherAccount, verify } from '../../features/auth/words.en'
import { sessionAtom } from '../../lib/session/session'
import { store, useAtomValue } from '../../lib/state/store'
import { Alert } from '../../ui/feedback/alert'
import { LinkPage } from './link-page'

export function Component() {
  const token = useMailToken()
  return <VerifyEmail key={token} token={token} />
}

function VerifyEmail({ token }: { token: string }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  /** Whether the work that was sent under the address comes later. */
  const comesLater = useRef(false)

  return (
    <LinkPage
      token={token}
      title={verify.title}
      intro={verify.intro}
      submit={verify.submit}
      failed={verify.failed}
      // Without a password it works only in a browser that is signed in to the account of the link.
      act={async (token) => {
        const { workComesLater } = await confirmAddress(token)
        setText(workComesLater ? verify.workLater : verify.ownWork)
      }}
      further={{
        isNeeded: takesPassword,
        form: ({ onDone, onVoid }) => (
          <ConfirmWithPassword
            confirm={async (proof) => {
              const { workComesLater } = await confirmAddress(token, proof)
              comesLater.current = workComesLater
              setText(workComesLater ? verify.workLater : verify.othersWork)
            }}
            onConfirmed={(renewed) => {
              const { user } = store.get(sessionAtom)
              const later = comesLater.current ? `${verify.workLater} ${verify.undoable}` : ''
              if (renewed && !user)
                return void navigate('/login', {
                  replace: true,
                  state: { notice: verify.renewed, text: later },
                })
              if (renewed && user) setText(`${otherAccount(user.name)} ${later}`.trim())
              onDone()
            }}
            onVoid={onVoid}
          />
        ),
      }}
      done={
        <Alert tone="success" title={verify.done}>
          <p>{text}</p>
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
