import { valibotResolver } from '@hookform/resolvers/valibot'
import { formatMoney } from '../../lib/formats/money'
import type { FormState } from '../../ui/dialogs/form-modal'
import { Alert } from '../../ui/feedback/alert'
import { FormActions } from '../../ui/forms/form-actions'
import { attempt, FormSummary } from '../../ui/forms/form-failure'
import { PaidByFields } from '../../ui/forms/paid-by-fields'
import { useRecordForm } from '../../ui/forms/use-record-form'
import { saveRefundPayment } from './queries'
import { can, refundPaymentSchema } from './rules'
import type { Claim, RefundPayment } from './types'
import { usePayDays } from './use-pay-days'
import { claimForm, claims, payForm as words } from './words'

const empty: RefundPayment = { method: '', reference: '' }

/** The form in which an admin records that an approved amount was paid to the student. */
export function PayForm({
  claim,
  onPaid,
  onState,
}: {
  claim: Claim
  onPaid: () => void
  onState: (state: FormState) => void
}) {
  const { form } = useRecordForm<RefundPayment>({
    record: empty,
    resolver: valibotResolver(refundPaymentSchema),
    onState,
  })
  const { errors, isSubmitting } = form.formState
  const days = usePayDays(claim)
  const isClosed = !can(claim, 'pay-refund')

  const submit = form.handleSubmit(async (payment) => {
    if (isClosed) return
    await attempt(form, words.failed, async () => {
      await saveRefundPayment(claim, payment)
      onPaid()
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
      <p>{words.text(formatMoney(claim.amount ?? 0))}</p>
      {days && (
        <p className="text-muted">
          {claims.payable}: {claims.between(days.from, days.by)}
        </p>
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <PaidByFields
          method={form.register('method')}
          reference={form.register('reference')}
          errors={errors}
        />
      </div>
      <FormActions
        cancel={words.cancel}
        submit={words.submit}
        sending={isSubmitting}
        unavailable={isClosed}
      />
    </form>
  )
}
