import { valibotResolver } from '@hookform/resolvers/valibot'
import { useAnswer } from '../../lib/api/query'
import { siteQuery } from '../../lib/api/site-query'
import { formatMoney, siteCurrency } from '../../lib/formats/money'
import { serverNow } from '../../lib/time/clock'
import { dayIn, zoneWords } from '../../lib/time/time-zone'
import type { FormState } from '../../ui/dialogs/form-modal'
import { FormActions } from '../../ui/forms/form-actions'
import { attempt, FormSummary } from '../../ui/forms/form-failure'
import { PaidByFields } from '../../ui/forms/paid-by-fields'
import { TextField } from '../../ui/forms/text-field'
import { useRecordForm } from '../../ui/forms/use-record-form'
import { recordPayment } from './queries'
import { newPaymentSchema } from './rules'
import type { NewPayment } from './types'
import { form as words } from './words'

/** The form in which an admin records that a student has paid. It suggests what is due. */
export function PaymentForm({
  assignment,
  amountDue,
  onRecorded,
  onState,
}: {
  assignment: string
  amountDue: number
  onRecorded: () => void
  onState: (state: FormState) => void
}) {
  const { form } = useRecordForm<NewPayment>({
    record: { amount: amountDue, method: '', reference: '', receivedOn: '' },
    resolver: valibotResolver(newPaymentSchema),
    onState,
  })
  const { errors, isSubmitting } = form.formState
  const zone = useAnswer(siteQuery, { withoutLoader: true }).data?.timeZone

  const submit = form.handleSubmit(async (payment) => {
    await attempt(form, words.failed, async () => {
      await recordPayment(assignment, payment)
      onRecorded()
    })
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.amountIn(siteCurrency)}
          hint={words.due(formatMoney(amountDue))}
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          required
          error={errors.amount?.message}
          {...form.register('amount', { valueAsNumber: true })}
        />
        <TextField
          label={words.receivedOn}
          hint={zone ? words.receivedOnHintIn(zoneWords(zone)) : words.receivedOnHint}
          type="date"
          max={zone && dayIn(zone, serverNow())}
          error={errors.receivedOn?.message}
          {...form.register('receivedOn')}
        />
        <PaidByFields
          method={form.register('method')}
          reference={form.register('reference')}
          errors={errors}
        />
      </div>
      <FormActions cancel={words.cancel} submit={words.submit} sending={isSubmitting} />
    </form>
  )
}
