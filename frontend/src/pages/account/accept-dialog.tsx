import { useId } from 'react'
import { acceptWork } from '../../features/assignments/api'
import type { Assignment } from '../../features/assignments/model'
import { formatTime, holdsUntil } from '../../lib/time/time'
import { useNow } from '../../lib/time/use-now'
import { type Closing, Modal } from '../../ui/dialogs/modal'
import { Form } from '../../ui/forms/form'
import { acceptance as words } from './words.en'

/** Says what accepting means for the windows of an order, and accepts the work. */
export function AcceptDialog({
  assignment: { _id, revisionUntil, refundUntil },
  byItself,
  ...dialog
}: {
  assignment: Assignment
  /** When the work is accepted automatically; null for never. */
  byItself: string | null
} & Closing) {
  const id = useId()
  const now = useNow()
  const canStillAsk = revisionUntil !== null && holdsUntil(revisionUntil, now)

  return (
    <Modal title={words.title} narrow describedBy={id} {...dialog}>
      <Form
        values={{}}
        send={() => acceptWork(_id)}
        failed={words.failed}
        done={words.done}
        submit={words.confirm}
        cancel={words.cancel}
      >
        <ul id={id} className="list-disc pl-5">
          <li>{words.follows}</li>
          <li>{canStillAsk ? words.noChangesSoon(formatTime(revisionUntil)) : words.noChanges}</li>
          {refundUntil !== null && (
            <li>{holdsUntil(refundUntil, now) ? words.refund(formatTime(refundUntil)) : words.noRefund}</li>
          )}
          <li>{words.rating}</li>
        </ul>
        {byItself !== null && <p className="text-muted">{words.byItself(formatTime(byItself))}</p>}
      </Form>
    </Modal>
  )
}
