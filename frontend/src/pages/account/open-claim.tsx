import MessageSquareWarning from 'lucide-react/icons/message-square-warning'
import Undo from 'lucide-react/icons/undo-dot'
import { useState } from 'react'
import type { Assignment } from '../../features/assignments/model'
import { claimsOfQuery } from '../../features/claims/api'
import { ClaimWindow } from '../../features/claims/claim-details'
import { ClaimForm } from '../../features/claims/claim-forms'
import { type ClaimKind, refundable } from '../../features/claims/model'
import { claimForm, claimForms } from '../../features/claims/words.en'
import { useAnswer } from '../../lib/api/query'
import { holdsUntil } from '../../lib/time/time'
import { useNowUntil } from '../../lib/time/use-now-until'
import { Button } from '../../ui/buttons/button'
import { closeAndFocus } from './focus'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The actions of an assignment that open a claim. */
const kinds = [
  ['request-refund', 'refund'],
  ['open-dispute', 'dispute'],
] as const

/** The claims that the reader can open now: a refund request, a dispute (docs/product.md, section 4.9). */
export function OpenClaim({
  assignment,
  deleting,
}: {
  assignment: Assignment
  /** It is being deleted, so every action is off. */
  deleting: boolean
}) {
  const { data: claims } = useAnswer(claimsOfQuery(assignment._id))
  const { actions, amountPaid } = assignment
  const hasOpen = claims?.some(({ status }) => status === 'open') ?? false
  return (
    <>
      {kinds.map(([action, kind]) => (
        <OpenClaimOf
          key={kind}
          assignment={assignment}
          kind={kind}
          action={hasOpen ? undefined : actions.find((open) => open.action === action)}
          hasOpen={hasOpen}
          most={amountPaid === undefined ? undefined : refundable(amountPaid, claims ?? [])}
          deleting={deleting}
        />
      ))}
    </>
  )
}

function OpenClaimOf({
  assignment: { _id, policyVersion },
  kind,
  action,
  hasOpen,
  most,
  deleting,
}: {
  assignment: Assignment
  kind: ClaimKind
  /** The action as the server lists it; undefined if it does not. */
  action: { until: string | null } | undefined
  /** Whether a claim is open, which keeps others from being opened. */
  hasOpen: boolean
  most: number | undefined
  deleting: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  // The end of the window that the reader saw, in case the server no longer lists the action.
  const [seen, setSeen] = useState<string | null>(null)
  if (action && action.until !== seen) setSeen(action.until)
  const until = action ? action.until : seen
  const now = useNowUntil(until)
  const isOver = until !== null && !holdsUntil(until, now)
  const { title, closed } = claimForms[kind]
  const close = () => setOpen(false)

  return (
    <>
      {action && !isOver && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button disabled={deleting} onClick={() => setOpen(true)}>
            {kind === 'refund' ? <Undo {...icon} /> : <MessageSquareWarning {...icon} />}
            {title}
          </Button>
          <ClaimWindow until={until} />
        </div>
      )}
      <p role="status" className="text-muted not-empty:mt-3">
        {seen !== null && isOver && !hasOpen && closed}
      </p>
      {isOpen && (
        <ClaimForm
          assignment={_id}
          kind={kind}
          most={most}
          policyVersion={policyVersion}
          until={until}
          closed={isOver ? closed : action ? '' : claimForm.unavailable}
          onClose={close}
          onDone={() => closeAndFocus(close, 'claims-title', 'next-title')}
        />
      )}
    </>
  )
}
