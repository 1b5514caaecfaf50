import { type FormEvent, useId, useState } from 'react'
import { saveAcceptance } from '../../../features/assignments/queries'
import type { Assignment } from '../../../features/assignments/types'
import { readMessage } from '../../../lib/api/failure'
import { formatTime } from '../../../lib/time/time'
import { holdsUntil } from '../../../lib/time/until'
import { useNow } from '../../../lib/time/use-now'
import { Button } from '../../../ui/buttons/button'
import { Modal } from '../../../ui/dialogs/modal'
import { Alert } from '../../../ui/feedback/alert'
import { acceptance as words } from './words'

/** Says what accepting means for the windows of an order, and accepts the work. */
export function AcceptDialog({
  assignment: { _id, revisionUntil, refundUntil },
  byItself,
  onAccepted,
  onClose,
}: {
  assignment: Assignment
  /** When the work is accepted by itself; null for never. */
  byItself: string | null
  onAccepted: () => void
  onClose: () => void
}) {
  const id = useId()
  const now = useNow()
  const [state, setState] = useState<{ busy: boolean; problem: string }>({ busy: false, problem: '' })
  const canStillAsk = revisionUntil !== null && holdsUntil(revisionUntil, now)

  const accept = async (event: FormEvent) => {
    event.preventDefault()
    setState({ busy: true, problem: '' })
    try {
      await saveAcceptance(_id)
      onAccepted()
    } catch (error) {
      setState({ busy: false, problem: readMessage(error, words.failed) })
    }
  }
  return (
    <Modal title={words.title} onClose={onClose} locked={state.busy} narrow describedBy={id}>
      <form className="grid gap-4" onSubmit={(event) => void accept(event)}>
        {state.problem && <Alert title={state.problem} />}
        <ul id={id} className="list-disc pl-5">
          <li>{words.follows}</li>
          <li>{canStillAsk ? words.noChangesSoon(formatTime(revisionUntil)) : words.noChanges}</li>
          {refundUntil !== null && (
            <li>{holdsUntil(refundUntil, now) ? words.refund(formatTime(refundUntil)) : words.noRefund}</li>
          )}
          <li>{words.rating}</li>
        </ul>
        {byItself !== null && <p className="text-muted">{words.byItself(formatTime(byItself))}</p>}
        <div className="modal-action mt-2">
          <Button data-first-focus disabled={state.busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={state.busy}>
            {words.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
