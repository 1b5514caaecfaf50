import { valibotResolver } from '@hookform/resolvers/valibot'
import { readMessage, toFailure } from '../../lib/api/failure'
import { useAnswer } from '../../lib/api/query'
import { siteQuery } from '../../lib/api/site-query'
import { formatMoney, siteCurrency } from '../../lib/formats/money'
import { serverNow } from '../../lib/time/clock'
import { dayIn, zoneWords } from '../../lib/time/time-zone'
import { Button } from '../../ui/buttons/button'
import type { FormState } from '../../ui/dialogs/form-modal'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
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
  onCancel,
}: {
  assignment: string
  amountDue: number
  onRecorded: () => void
  onState: (state: FormState) => void
  onCancel: () => void
}) {
  const { form } = useRecordForm<NewPayment>({
    record: { amount: amountDue, method: '', reference: '', receivedOn: '' },
    resolver: valibotResolver(newPaymentSchema),
    onState,
  })
  const { errors, isSubmitting } = form.formState
  const zone = useAnswer(siteQuery, { withoutLoader: true }).data?.timeZone

  const submit = form.handleSubmit(async (payment) => {
    try {
      await recordPayment(assignment, payment)
      onRecorded()
    } catch (error) {
      const failure = toFailure(error)
      applyFailure(form, failure, readMessage(failure, words.failed))
    }
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
        <TextField
          label={words.method}
          hint={words.methodHint}
          required
          error={errors.method?.message}
          {...form.register('method')}
        />
        <TextField
          label={words.reference}
          hint={words.referenceHint}
          required
          autoComplete="off"
          error={errors.reference?.message}
          {...form.register('reference')}
        />
      </div>
      <div className="modal-action mt-2">
        <Button disabled={isSubmitting} onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}
