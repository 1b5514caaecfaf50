import { undoAddressChange } from '../../features/auth/api'
import { useMailToken } from '../../features/auth/mail-token'
import { undo } from '../../features/auth/recovery-words'
import { Alert } from '../../ui/feedback/alert'
import { LinkPage } from './link-page'

export function Component() {
  const token = useMailToken()
  return (
    <LinkPage
      key={token}
      token={token}
      title={undo.title}
      intro={undo.intro}
      consequences={undo.consequences}
      submit={undo.submit}
      failed={undo.failed}
      act={undoAddressChange}
      done={
        <Alert tone="success" title={undo.done}>
          <p>{undo.next}</p>
        </Alert>
      }
      lost={<p>{undo.void}</p>}
    />
  )
}
