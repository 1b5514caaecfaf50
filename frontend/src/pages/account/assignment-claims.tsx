import { useState } from 'react'
import { useHashScroll } from '../../app/use-hash-scroll'
import type { Assignment } from '../../features/assignments/model'
import { claimsOfQuery, withdrawClaim } from '../../features/claims/api'
import { DecideForm, PayForm } from '../../features/claims/claim-forms'
import { ClosedClaims, PendingClaim } from '../../features/claims/claim-list'
import { CLAIMS, type Claim, can, isPending, kindOf, refundable } from '../../features/claims/model'
import { decideForm, meaning, payForm, withdrawal, claims as words } from '../../features/claims/words.en'
import { useAnswer } from '../../lib/api/query'
import type { User } from '../../lib/session/session'
import { Button } from '../../ui/buttons/button'
import { useAction } from '../../ui/buttons/use-action'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { Section } from '../../ui/text/section'
import { closeAndFocus } from './focus'

type Opened = { claim: string; form: 'decision' | 'payment' | 'withdrawal' }

/** The refund requests and disputes of an order, with what can be done about them (docs/product.md, section 4.9). */
export function AssignmentClaims({ assignment, reader }: { assignment: Assignment; reader: User }) {
  const answer = useAnswer(claimsOfQuery(assignment._id))
  const { data, failure } = answer
  const [opened, setOpened] = useState<Opened | null>(null)
  const withdrawing = useAction((claim: Claim) => withdrawClaim(claim), {
    done: (_, claim) => withdrawal.done[kindOf(claim)],
    failed: withdrawal.failed,
  })
  useHashScroll()
  if (failure?.status === 404 || (!failure && !data?.length)) return null
  const shown = data?.map((claim) => withoutCancelReason(claim, assignment)) ?? []
  const pending = shown.filter(isPending)
  const closed = shown.filter((claim) => !isPending(claim))
  // A form stays open when somebody else closes its claim, so that nothing typed is lost.
  const claim = data?.find(({ _id }) => _id === opened?.claim)
  const close = () => setOpened(null)
  const done = () => closeAndFocus(close, 'claims-title')
  const withdraw = async (claim: Claim) => {
    close()
    if (await withdrawing.run(claim)) done()
  }
  return (
    <Section
      title={words.title}
      id={CLAIMS}
      tabIndex={-1}
      className="scroll-mt-4 outline-none"
      headingId="claims-title"
      takesFocus
    >
      <LoadFailure answer={answer} title={words.failed} />
      <div className="grid grid-cols-1 gap-4">
        {pending.map((claim) => (
          <PendingClaim
            key={claim._id}
            claim={claim}
            reader={reader._id}
            meaning={meaningOf(claim, reader, assignment)}
          >
            <ClaimButtons
              claim={claim}
              withdrawing={withdrawing.busy}
              onOpen={(form) => setOpened({ claim: claim._id, form })}
            />
          </PendingClaim>
        ))}
      </div>
      {pending.length > 0 && closed.length > 0 && <h3 className="mt-4 mb-2 text-xl">{words.earlier}</h3>}
      {closed.length > 0 && <ClosedClaims claims={closed} reader={reader._id} />}
      {claim && opened?.form === 'decision' && (
        <DecideForm
          claim={claim}
          most={refundable(assignment.amountPaid ?? 0, data ?? [])}
          policyVersion={assignment.policyVersion}
          onClose={close}
          onDone={done}
        />
      )}
      {claim && opened?.form === 'payment' && <PayForm claim={claim} onClose={close} onDone={done} />}
      {claim && opened?.form === 'withdrawal' && (
        <ConfirmDialog
          title={withdrawal.title[kindOf(claim)]}
          question={withdrawal.question}
          confirmLabel={withdrawal.confirm}
          cancelLabel={withdrawal.keep}
          onConfirm={() => void withdraw(claim)}
          onClose={close}
        />
      )}
    </Section>
  )
}

/** The refund of a cancellation, without its reason where the order itself gives it. */
const withoutCancelReason = (claim: Claim, { cancelReason }: Assignment): Claim =>
  claim.dueAt === null && claim.reason === cancelReason ? { ...claim, reason: undefined } : claim

/** What an open claim means for the reader; '' once it is decided. */
function meaningOf({ status, openedBy }: Claim, { _id, role }: User, { ownCase }: Assignment): string {
  if (status !== 'open') return ''
  const isTutors = openedBy.role === 'tutor'
  if (openedBy._id === _id) return meaning.opener[isTutors ? 'tutor' : 'student']
  return role === 'admin' && !ownCase ? meaning.desk : meaning.side[isTutors ? 'student' : 'tutor']
}

/** What the reader can do about a claim now. */
function ClaimButtons({
  claim,
  withdrawing,
  onOpen,
}: {
  claim: Claim
  withdrawing: boolean
  onOpen: (form: Opened['form']) => void
}) {
  return (
    <div className="mt-3 flex flex-wrap gap-3 empty:hidden print:hidden">
      {can(claim, 'decide') && (
        <Button variant="primary" onClick={() => onOpen('decision')}>
          {decideForm.button}
        </Button>
      )}
      {can(claim, 'pay-refund') && (
        <Button variant="primary" onClick={() => onOpen('payment')}>
          {payForm.button}
        </Button>
      )}
      {can(claim, 'withdraw') && (
        <Button busy={withdrawing} onClick={() => onOpen('withdrawal')}>
          {withdrawal.button}
        </Button>
      )}
    </div>
  )
}
