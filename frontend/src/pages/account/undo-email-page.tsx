import { useState } from 'react'
import { undoAddressChange } from '../../features/auth/api'
import { useMailToken } from '../../features/auth/recovery'
import { undo } from '../../features/auth/words.en'
import { Alert } from '../../ui/feedback/alert'
import { LinkPage } from './link-page'

export function Component() {
  const token = useMailToken()
  const [said, setSaid] = useState('')
  return (
    <LinkPage
      key={token}
      token={token}
      title={undo.title}
      intro={undo.intro}
      consequences={undo.consequences}
      submit={undo.submit}
      failed={undo.failed}
      act={async (token) => setSaid(await undoAddressChange(token))}
      done={
        <Alert tone="success" title={said}>
          <p>{undo.ended}</p>
        </Alert>
      }
      lost={<p>{undo.void}</p>}
    />
  )
}
