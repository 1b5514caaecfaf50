import { valibotResolver } from '@hookform/resolvers/valibot'
import { usePolicy } from '../../lib/api/policies-query'
import { formatMoney, siteCurrency } from '../../lib/formats/money'
import type { FormState } from '../../ui/dialogs/form-modal'
import { Alert } from '../../ui/feedback/alert'
import { FormActions } from '../../ui/forms/form-actions'
import { attempt, FormSummary } from '../../ui/forms/form-failure'
import { SelectField, TextArea, TextField } from '../../ui/forms/text-field'
import { useRecordForm } from '../../ui/forms/use-record-form'
import { saveClaimDecision } from './queries'
import { can, decisionSchema } from './rules'
import type { Claim, DecisionFields } from './types'
import { claimForm, decideForm as words } from './words'

const choices = [
  { value: '', label: words.choose },
  { value: 'approve', label: words.approve },
  { value: 'decline', label: words.decline },
]

/** The form in which an admin approves or declines an open claim. It suggests the amount that was asked for. */
export function DecideForm({
  claim,
  most,
  policyVersion,
  onDecided,
  onState,
}: {
  claim: Claim
  /** What can still be returned, in whole units. */
  most: number
  /** The version of the policies that holds for the order. */
  policyVersion: string | null
  onDecided: (decision: 'approve' | 'decline') => void
  onState: (state: FormState) => void
}) {
  const { kind, amount: asked } = claim
  const isRefund = kind === 'refund'
  const { form } = useRecordForm<DecisionFields>({
    record: { decision: '', outcome: '', amount: asked ? asked.toFixed(2) : '' },
    resolver: valibotResolver(decisionSchema(kind, most)),
    onState,
  })
  const { errors, isSubmitting } = form.formState
  const policy = usePolicy(policyVersion)
  const declines = form.watch('decision') === 'decline'
  const isClosed = !can(claim, 'decide')
  const limit = (isRefund ? words.most : words.mostOrNothing)(formatMoney(most))

  const submit = form.handleSubmit(async (fields) => {
    if (isClosed) return
    await attempt(form, words.failed, async () => {
      await saveClaimDecision(claim, fields)
      onDecided(fields.decision === 'approve' ? 'approve' : 'decline')
    })
  })

  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={submit}>
      {isClosed && !isSubmitting ? (
        <Alert tone="info" title={words.closed}>
          <p>{claimForm.kept}</p>
        </Alert>
      ) : (
        <FormSummary form={form} />
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField
          label={words.decision}
          required
          choices={choices}
          error={errors.decision?.message}
          {...form.register('decision')}
        />
        {!declines && (
          <TextField
            label={words.amountIn(siteCurrency)}
            hint={asked ? `${words.asked(formatMoney(asked))} ${limit}` : limit}
            type="number"
            inputMode="decimal"
            min={0}
            max={most}
            step={0.01}
            required={isRefund}
            error={errors.amount?.message}
            {...form.register('amount')}
          />
        )}
      </div>
      <TextArea
        label={words.outcome}
        hint={words.outcomeHint}
        required
        error={errors.outcome?.message}
        {...form.register('outcome')}
      />
      <p className="text-muted empty:hidden">
        {declines ? isRefund && words.declined(policy) : words.approved(policy)}
      </p>
      <FormActions
        cancel={words.cancel}
        submit={words.submit}
        sending={isSubmitting}
        unavailable={isClosed}
      />
    </form>
  )
}
