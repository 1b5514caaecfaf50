import Ban from 'lucide-react/icons/ban'
import Banknote from 'lucide-react/icons/banknote'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { CancelForm } from '../../features/assignments/cancel-forms'
import { type Assignment, isOpen } from '../../features/assignments/model'
import { deletion } from '../../features/assignments/words.en'
import { claimsOfQuery } from '../../features/claims/api'
import { can as canOn } from '../../features/claims/model'
import { invoiceQuery } from '../../features/money/api'
import { PaymentForm } from '../../features/money/money-forms'
import { useAnswer } from '../../lib/api/query'
import type { User } from '../../lib/session/session'
import { useNow } from '../../lib/time/use-now'
import { Button } from '../../ui/buttons/button'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { OwnCase } from '../shared/own-case'
import { PoolButton } from '../shared/pool-button'
import { UpdateAssignmentModal } from '../shared/update-assignment-modal'
import { nextSteps } from './next-steps'
import { actions as words } from './words.en'
import { WorkActions } from './work-actions'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** What the reader can do with an assignment as it stands now (docs/product.md, section 4.9). */
export function AssignmentActions({
  assignment,
  reader,
  deleting,
  onDelete,
  onHandedBack,
}: {
  assignment: Assignment
  reader: User
  /** It is being deleted, so every other action is off. */
  deleting: boolean
  onDelete: () => void
  /** Called when the reader has handed it back and may no longer read it. */
  onHandedBack: () => void
}) {
  const [open, setOpen] = useState<'update' | 'payment' | 'cancel' | 'deletion' | null>(null)
  const now = useNow()
  const wasPaid = (assignment.amountPaid ?? 0) > 0
  const { data: invoice } = useAnswer(invoiceQuery(assignment._id), { enabled: wasPaid, withoutLoader: true })
  const { data: claims = [] } = useAnswer(claimsOfQuery(assignment._id))
  // A claim that waits for the reader comes first.
  const claimWaits = claims.some((claim) => canOn(claim, 'decide') || canOn(claim, 'pay-refund'))
  const close = () => setOpen(null)
  const can = (action: string) => isOpen(assignment.actions, action, now)

  const remove = () => {
    close()
    onDelete()
  }
  return (
    <>
      {assignment.ownCase && <OwnCase of="order" />}
      {nextSteps(assignment, reader, claims, now).map((sentence) => (
        <p key={sentence} className="max-w-prose">
          {sentence}
        </p>
      ))}
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {reader.role === 'admin' && !assignment.ownCase && (
          <Button
            variant={claimWaits ? 'plain' : 'primary'}
            disabled={deleting}
            onClick={() => setOpen('update')}
          >
            <Pencil {...icon} />
            {words.update}
          </Button>
        )}
        <WorkActions assignment={assignment} onHandedBack={onHandedBack} />
        <PoolButton assignment={assignment} disabled={deleting} />
        {can('record-payment') && (
          <Button disabled={deleting} onClick={() => setOpen('payment')}>
            <Banknote {...icon} />
            {words.recordPayment}
          </Button>
        )}
        {can('cancel') && (
          <Button disabled={deleting} onClick={() => setOpen('cancel')}>
            <Ban {...icon} />
            {words.cancel}
          </Button>
        )}
        {can('delete') && (
          <Button busy={deleting} onClick={() => setOpen('deletion')}>
            <Trash2 {...icon} />
            {words.delete}
          </Button>
        )}
      </div>
      {open === 'update' && <UpdateAssignmentModal assignment={assignment} onClose={close} />}
      {open === 'payment' && (
        <PaymentForm assignment={assignment._id} amountDue={assignment.amountDue ?? 0} onClose={close} />
      )}
      {open === 'cancel' && (
        <CancelForm
          assignment={assignment}
          policy={invoice?.policy}
          forStudent={assignment.student._id === reader._id}
          onClose={close}
        />
      )}
      {open === 'deletion' && (
        <ConfirmDialog
          title={assignment.title}
          question={deletion.question}
          confirmLabel={words.delete}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </>
  )
}
