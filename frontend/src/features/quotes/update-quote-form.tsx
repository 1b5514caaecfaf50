import { valibotResolver } from '@hookform/resolvers/valibot'
import { type ReactNode, use } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { readMessage, toFailure } from '../../lib/api/failure'
import { serverNow } from '../../lib/time/clock'
import { dayEndToUtc, localDay } from '../../lib/time/time'
import { useNow } from '../../lib/time/use-now'
import { checkedText, firstProblem } from '../../lib/validation/rules'
import { Button } from '../../ui/buttons/button'
import type { FormState } from '../../ui/dialogs/form-modal'
import { CloseDialog } from '../../ui/dialogs/modal'
import { showToast } from '../../ui/feedback/toast-state'
import { withValue } from '../../ui/forms/choices'
import { applyFailure, FormSummary, summarize } from '../../ui/forms/form-failure'
import { SelectField, TextArea, TextField } from '../../ui/forms/text-field'
import { useRecordForm } from '../../ui/forms/use-record-form'
import { updateQuoteSchema } from './desk-rules'
import { updateForm as words } from './desk-words'
import { hasOffer, offerWaits, pricingProblems } from './offer-rules'
import { saveQuote } from './queries'
import { statusChoicesWith } from './status-choices'
import type { Pricing, Quote, UpdateQuote } from './types'

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

/** The form in which an admin answers a quote request and sends an offer (docs/product.md, section 3.10). */
export function UpdateQuoteForm({
  quote,
  preview,
  onUpdated,
  onState,
}: {
  quote: Quote
  /** Renders the offer as the customer will see it, which belongs to another feature. */
  preview: (pricing: Pricing) => ReactNode
  onUpdated: (outcome: 'updated' | 'sent') => void
  onState: (state: FormState) => void
}) {
  const { status, amount, note, validUntil, currency } = quote
  const now = useNow()
  const { form, dirtyFields } = useRecordForm<UpdateQuote>({
    record: { status, amount, note, validUntil: localDay(validUntil) },
    resolver: valibotResolver(schemaFor(status)),
    onState,
  })
  const { errors, isSubmitting } = form.formState
  const values = useWatch({ control: form.control }) as UpdateQuote
  const chosen = values.status
  // Another admin may have chosen the date in another time zone.
  const validUntilOf = ({ validUntil: day }: UpdateQuote) =>
    dirtyFields.validUntil ? dayEndToUtc(day) : validUntil

  const save = async (change: Partial<UpdateQuote>, outcome: 'updated' | 'sent') => {
    try {
      await saveQuote(quote._id, change)
      onUpdated(outcome)
    } catch (error) {
      const failure = toFailure(error)
      const sentence = readMessage(failure, outcome === 'sent' ? words.sendFailed : words.failed)
      applyFailure(form, failure, sentence)
      showToast({ tone: 'error', title: sentence, seconds: 5 })
    }
  }
  const update = form.handleSubmit((values) => save(changeOf(values, dirtyFields), 'updated'))
  const send = form.handleSubmit((values) => {
    const problems = pricingProblems({ amount: values.amount, validUntil: validUntilOf(values) }, serverNow())
    const [first] = Object.entries(problems)
    if (!first) return save({ ...changeOf(values, dirtyFields), status: 'quoted' }, 'sent')
    for (const [field, message] of Object.entries(problems))
      form.setError(field as keyof typeof problems, { type: 'pricing', message })
    summarize(form)
    form.setFocus(first[0] as keyof typeof problems)
  })
  const canUpdate = !hasOffer(chosen)
  // The customer already has the offer as it stands: its link can be passed on, but there is nothing to send.
  const hasSent = quote.version > 0 && offerWaits(quote, now) && Object.keys(dirtyFields).length === 0
  const mayOffer = hasOffer(chosen) || chosen === status
  const canSend = mayOffer && !hasSent

  return (
    <form noValidate className="grid gap-4" onSubmit={canUpdate ? update : send}>
      <FormSummary form={form} />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label={words.status}
          required
          choices={withValue(statusChoicesWith(status), status)}
          hint={status === 'quoted' && canUpdate ? words.withdraws : undefined}
          error={errors.status?.message}
          {...form.register('status')}
        />
        <TextField
          label={words.amountIn(currency)}
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          required={canSend || !canUpdate}
          error={errors.amount?.message}
          {...form.register('amount', { valueAsNumber: true })}
        />
        <TextField
          label={words.validUntil}
          type="date"
          required={canSend || !canUpdate}
          error={errors.validUntil?.message}
          {...form.register('validUntil')}
        />
      </div>
      <TextArea
        label={words.note}
        hint={words.noteHint}
        rows={3}
        error={errors.note?.message}
        {...form.register('note')}
      />
      {mayOffer && (
        <details>
          <summary className="inline-block min-h-6 cursor-pointer text-primary underline underline-offset-4">
            {words.preview}
          </summary>
          <div className="mt-3 border border-base-300 p-4">
            {values.amount > 0
              ? preview({ amount: values.amount, validUntil: validUntilOf(values), note: values.note.trim() })
              : words.previewEmpty}
          </div>
        </details>
      )}
      <div className="modal-action mt-2 flex-wrap">
        <Button disabled={isSubmitting} onClick={use(CloseDialog)}>
          {words.cancel}
        </Button>
        {canUpdate && (
          <Button type="submit" variant={canSend ? 'plain' : 'primary'} busy={isSubmitting}>
            {words.submit}
          </Button>
        )}
        {canSend && (
          <Button
            type={canUpdate ? 'button' : 'submit'}
            variant="primary"
            busy={isSubmitting}
            onClick={canUpdate ? () => void send() : undefined}
          >
            {words.send}
          </Button>
        )}
      </div>
    </form>
  )
}
