import { valibotResolver } from '@hookform/resolvers/valibot'
import * as v from 'valibot'
import { readMessage, toFailure } from '../../lib/api/failure'
import { dayEndToUtc } from '../../lib/time/time'
import { checkedText, firstProblem } from '../../lib/validation/rules'
import { Button } from '../../ui/buttons/button'
import type { FormState } from '../../ui/dialogs/form-modal'
import { showToast } from '../../ui/feedback/toast-state'
import { withValue } from '../../ui/forms/choices'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
import { SelectField, TextArea, TextField } from '../../ui/forms/text-field'
import { useRecordForm } from '../../ui/forms/use-record-form'
import { updateForm as words } from './desk-words'
import { saveQuote } from './queries'
import { statusChoices, updateQuoteSchema } from './rules'
import type { Quote, UpdateQuote } from './types'

/** An empty amount is zero. An unchanged status passes, even if this version does not know it. */
const schemaFor = (status: string) =>
  v.object({
    ...updateQuoteSchema.entries,
    status: checkedText((value) =>
      value === status ? undefined : firstProblem(updateQuoteSchema.entries.status, value),
    ),
    amount: v.pipe(
      v.custom<number>((amount) => typeof amount === 'number'),
      v.transform((amount) => (Number.isNaN(amount) ? 0 : amount)),
      updateQuoteSchema.entries.amount,
    ),
  })

/** The changed fields only, so that another admin's changes, perhaps made in another time zone, are kept. */
function changeOf(values: UpdateQuote, dirty: Partial<Record<keyof UpdateQuote, boolean>>) {
  const { status, amount, note } = values
  return {
    ...(dirty.status && { status }),
    ...(dirty.amount && { amount }),
    ...(dirty.note && { note }),
    ...(dirty.validUntil && { validUntil: dayEndToUtc(values.validUntil) }),
  }
}

/** The form in which an admin answers a quote request (docs/product.md, section 3.10). */
export function UpdateQuoteForm({
  quote,
  onUpdated,
  onState,
  onCancel,
}: {
  quote: Quote
  onUpdated: (quote: Quote) => void
  onState: (state: FormState) => void
  onCancel: () => void
}) {
  const { status, amount, note, validUntil, currency } = quote
  const { form, dirtyFields } = useRecordForm<UpdateQuote>({
    record: { status, amount, note, validUntil: dayOf(validUntil) },
    resolver: valibotResolver(schemaFor(status)),
    onState,
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    try {
      onUpdated(await saveQuote(quote._id, changeOf(values, dirtyFields)))
    } catch (error) {
      const failure = toFailure(error)
      const sentence = readMessage(failure, words.failed)
      applyFailure(form, failure, sentence)
      showToast({ tone: 'error', title: sentence, seconds: 5 })
    }
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label={words.status}
          required
          choices={withValue(statusChoices, status)}
          error={errors.status?.message}
          {...form.register('status')}
        />
        <TextField
          label={words.amountIn(currency)}
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          error={errors.amount?.message}
          {...form.register('amount', { valueAsNumber: true })}
        />
        <TextField
          label={words.validUntil}
          type="date"
          error={errors.validUntil?.message}
          {...form.register('validUntil')}
        />
      </div>
      <TextArea label={words.note} rows={3} error={errors.note?.message} {...form.register('note')} />
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

/** The day of an RFC 3339 time in the reader's time zone, as a date field holds it; '' stays ''. */
function dayOf(iso: string): string {
  if (!iso) return ''
  const date = new Date(iso)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}
