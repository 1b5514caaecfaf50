import Check from 'lucide-react/icons/check'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import { useId, useState } from 'react'
import { acceptWork } from '../../features/assignments/api'
import { type Assignment, isOpen } from '../../features/assignments/model'
import { claimsOfQuery } from '../../features/claims/api'
import { revisionsQuery } from '../../features/deliveries/api'
import { RevisionWindow } from '../../features/deliveries/revision-list'
import { RevisionForm } from '../../features/deliveries/student-forms'
import { request, revisionWindow } from '../../features/deliveries/words.en'
import { useAnswer } from '../../lib/api/query'
import type { User } from '../../lib/session/session'
import { formatTime, holdsUntil } from '../../lib/time/time'
import { useNow } from '../../lib/time/use-now'
import { useNowUntil } from '../../lib/time/use-now-until'
import { Button } from '../../ui/buttons/button'
import { type Closing, Modal } from '../../ui/dialogs/modal'
import { Form } from '../../ui/forms/form'
import { closeAndFocus } from './focus'
import { acceptance as words } from './words.en'

/** Says what accepting means for the windows of an order, and accepts the work. */
function AcceptDialog({
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

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** How the student can answer delivered work: accept it, or ask for changes while the window is open (docs/product.md, section 4.9). */
export function AssignmentAnswer({
  assignment,
  reader,
  deleting,
}: {
  assignment: Assignment
  reader: User
  /** It is being deleted, so every action is off. */
  deleting: boolean
}) {
  const { _id, actions, stage, student, revisionUntil } = assignment
  const [open, setOpen] = useState<'acceptance' | 'request' | null>(null)
  const { data: revisions } = useAnswer(revisionsQuery(_id))
  const { data: claims } = useAnswer(claimsOfQuery(_id))
  const isStudent = student._id === reader._id
  const asking = actions.find(({ action }) => action === 'request-revision')
  const accepting = actions.find(({ action }) => action === 'accept')
  const until = asking ? asking.until : isStudent ? revisionUntil : null
  const now = useNowUntil(until)
  const isClosed = until !== null && !holdsUntil(until, now)
  const isAsked = revisions?.some(({ closedAt }) => closedAt === null) ?? false
  const isOnHold = claims?.some(({ status }) => status === 'open') ?? false
  const canAsk = asking !== undefined && !isClosed && !isAsked && !isOnHold
  const canAccept = isOpen(actions, 'accept', useNow()) && !isAsked && !isOnHold
  const close = () => setOpen(null)

  return (
    <>
      {(canAccept || canAsk) && (
        <div className="mt-4 grid grid-cols-1 gap-3">
          {canAccept && (
            <p className="max-w-prose">
              {canAsk ? words.acceptOrAsk : words.accept}{' '}
              {accepting?.until && words.byItself(formatTime(accepting.until))}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-3">
            {canAccept && (
              <Button variant="primary" disabled={deleting} onClick={() => setOpen('acceptance')}>
                <Check {...icon} />
                {words.button}
              </Button>
            )}
            {canAsk && (
              <>
                <Button disabled={deleting} onClick={() => setOpen('request')}>
                  <MessageSquareText {...icon} />
                  {request.open}
                </Button>
                <RevisionWindow until={until} />
              </>
            )}
          </div>
        </div>
      )}
      {isStudent && (
        <p role="status" className="text-muted not-empty:mt-3">
          {isClosed && stage === 'delivered' && revisionWindow.closed}
        </p>
      )}
      {open === 'acceptance' && (
        <AcceptDialog
          assignment={assignment}
          byItself={accepting?.until ?? null}
          onClose={close}
          onDone={() => closeAndFocus(close, 'rating-title', 'next-title')}
        />
      )}
      {open === 'request' && (
        <RevisionForm
          assignment={_id}
          until={until}
          closed={isClosed}
          onClose={close}
          onDone={() => closeAndFocus(close, 'next-title')}
        />
      )}
    </>
  )
}
