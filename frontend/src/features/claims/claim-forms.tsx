import { usePolicy } from '../../lib/api/site-query'
import { formatMoney, siteCurrency } from '../../lib/formats/money'
import type { Closing } from '../../ui/dialogs/modal'
import { showSuccess } from '../../ui/feedback/action-toasts'
import { TextArea } from '../../ui/forms/fields'
import { FormDialog } from '../../ui/forms/form'
import { AmountField, PaidByFields, SelectField } from '../../ui/forms/select-field'
import { kept } from '../../ui/forms/words.en'
import { decideClaim, openClaim, payClaim } from './api'
import { ClaimWindow, usePayDays } from './claim-details'
import {
  type Claim,
  type ClaimKind,
  can,
  decisionSchema,
  kindOf,
  newClaimSchema,
  refundPaymentSchema,
} from './model'
import { claimForm, claimForms, claims, decideForm, payForm } from './words.en'

/** The dialog in which a student asks for a refund, or a student or a tutor opens a dispute. What was typed stays when its time ends meanwhile. */
export function ClaimForm({
  assignment,
  kind,
  most,
  policyVersion,
  until,
  closed,
  ...dialog
}: {
  assignment: string
  kind: ClaimKind
  /** What can still be returned, in whole units; undefined for tutors, who do not know the money. */
  most: number | undefined
  /** The version of the policies that holds for the order. */
  policyVersion: string | null
  /** When the window closes; null for never. */
  until: string | null
  /** Why it cannot be sent any more; '' while it can. */
  closed: string
} & Closing) {
  const policy = usePolicy(policyVersion)
  const isStudent = most !== undefined

  return (
    <FormDialog
      words={claimForms[kind]}
      {...dialog}
      values={{ reason: '', amount: '' }}
      schema={newClaimSchema(most)}
      send={(fields) => openClaim(assignment, kind, fields)}
      closed={closed !== '' && { title: closed, text: kept }}
    >
      <p>{claimForms[kind].text}</p>
      <TextArea name="reason" label={claimForm.reason} required />
      {isStudent && (
        <AmountField
          name="amount"
          label={claimForm.amountIn(siteCurrency)}
          hint={(kind === 'refund' ? claimForm.everything : claimForm.atMost)(formatMoney(most))}
          max={most}
        />
      )}
      <div>
        <h3 className="text-xl">{claimForm.next}</h3>
        <ul className="mt-1 list-disc pl-5">
          <li>{claimForm.decided(policy)}</li>
          <li>{claimForm.pauses}</li>
          {isStudent && <li>{claimForm.paid(policy)}</li>}
          <li>{isStudent ? claimForm.private.student : claimForm.private.tutor}</li>
        </ul>
      </div>
      {!closed && <ClaimWindow until={until} />}
    </FormDialog>
  )
}

const choices = [
  { value: '', label: decideForm.choose },
  { value: 'approve', label: decideForm.approve },
  { value: 'decline', label: decideForm.decline },
]

/** The dialog in which an admin approves or declines an open claim. It suggests the amount that was asked for. */
export function DecideForm({
  claim,
  most,
  policyVersion,
  ...dialog
}: {
  claim: Claim
  /** What can still be returned, in whole units. */
  most: number
  /** The version of the policies that holds for the order. */
  policyVersion: string | null
} & Closing) {
  const { kind, amount: asked } = claim
  const isRefund = kind === 'refund'
  const policy = usePolicy(policyVersion)
  const limit = (isRefund ? decideForm.most : decideForm.mostOrNothing)(formatMoney(most))
  return (
    <FormDialog
      words={{ ...decideForm, title: decideForm.title[kindOf(claim)], done: undefined }}
      {...dialog}
      values={{ decision: '', outcome: '', amount: asked ? asked.toFixed(2) : '' }}
      schema={decisionSchema(kind, most)}
      send={(fields) => decideClaim(claim, fields)}
      done={(_, { decision }) => showSuccess(decideForm.done[decision === 'approve' ? 'approve' : 'decline'])}
      closed={!can(claim, 'decide') && { title: decideForm.closed, text: kept }}
    >
      {(form) => {
        const declines = form.watch('decision') === 'decline'
        return (
          <>
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <SelectField name="decision" label={decideForm.decision} required choices={choices} />
              {!declines && (
                <AmountField
                  name="amount"
                  label={decideForm.amountIn(siteCurrency)}
                  hint={asked ? `${decideForm.asked(formatMoney(asked))} ${limit}` : limit}
                  max={most}
                  required={isRefund}
                />
              )}
            </div>
            <TextArea name="outcome" label={decideForm.outcome} hint={decideForm.outcomeHint} required />
            <p className="text-muted empty:hidden">
              {declines ? isRefund && decideForm.declined(policy) : decideForm.approved(policy)}
            </p>
          </>
        )
      }}
    </FormDialog>
  )
}

/** The dialog in which an admin records that an approved amount was paid to the student. */
export function PayForm({ claim, ...dialog }: { claim: Claim } & Closing) {
  const days = usePayDays(claim)
  return (
    <FormDialog
      words={payForm}
      {...dialog}
      values={{ method: '', reference: '' }}
      schema={refundPaymentSchema}
      send={(payment) => payClaim(claim, payment)}
      closed={!can(claim, 'pay-refund') && { title: payForm.closed, text: kept }}
    >
      <p>{payForm.text(formatMoney(claim.amount ?? 0))}</p>
      {days && (
        <p className="text-muted">
          {claims.payable}: {claims.between(days.from, days.by)}
        </p>
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <PaidByFields />
      </div>
    </FormDialog>
  )
}
