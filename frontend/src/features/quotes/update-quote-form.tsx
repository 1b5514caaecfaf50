import type { ReactNode } from 'react'
import * as v from 'valibot'
import { readMessage } from '../../lib/api/failure'
import { serverNow } from '../../lib/time/clock'
import { dayEndToUtc, localDay } from '../../lib/time/time'
import { useNow } from '../../lib/time/use-now'
import { checkedText, firstProblem } from '../../lib/validation/rules'
import { showToast } from '../../ui/feedback/toast-state'
import { TextArea, TextField } from '../../ui/forms/fields'
import { CancelButton } from '../../ui/forms/form'
import { FormFrame, FormSummary, SubmitButton } from '../../ui/forms/form-frame'
import { AmountField, SelectField, withValue } from '../../ui/forms/select-field'
import { useSentForm } from '../../ui/forms/use-sent-form'
import { updateQuote } from './api'
import {
  hasOffer,
  offerWaits,
  type Pricing,
  pricingProblems,
  type Quote,
  type QuoteStatus,
  quoteFilterStatuses,
  type UpdateQuote,
  updateQuoteSchema,
} from './model'
import { statusNames, updateForm as words } from './words.en'

const choiceOf = (status: QuoteStatus) => ({ value: status, label: statusNames[status] })

/**
 * The choices of an admin, with the present status. Only the customer can accept, and only time can let an
 * offer expire. Once there is an offer, only the customer can decline it: admins withdraw it.
 */
const statusChoicesWith = (present: string) =>
  quoteFilterStatuses
    .filter((status) => {
      if (status === present) return true
      if (status === 'declined') return !hasOffer(present)
      return status !== 'accepted' && status !== 'expired'
    })
    .map(choiceOf)

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

/** The value of the button that sends an offer. */
const SEND = 'send'

/** The form in which an admin answers a quote request and sends an offer (docs/product.md, section 3.10). */
export function UpdateQuoteForm({
  quote,
  preview,
  onUpdated,
}: {
  quote: Quote
  /** Renders the offer as the customer will see it, which belongs to another feature. */
  preview: (pricing: Pricing) => ReactNode
  onUpdated: (outcome: 'updated' | 'sent') => void
}) {
  const { status, amount, note, validUntil, currency } = quote
  const now = useNow()
  const { form, submit } = useSentForm({
    values: { status, amount, note, validUntil: localDay(validUntil) },
    schema: schemaFor(status),
    check: ({ amount, validUntil }, pressed): { amount?: string; validUntil?: string } =>
      pressed === SEND ? pricingProblems({ amount, validUntil: endOf(validUntil) }, serverNow()) : {},
    send: async (values, edited, pressed) => {
      const change = changeOf(values, edited)
      await updateQuote(quote._id, pressed === SEND ? { ...change, status: 'quoted' } : change)
      return pressed === SEND ? 'sent' : 'updated'
    },
    failed: words.failed,
    refused: (failure, _, pressed) => {
      const sentence = readMessage(failure, pressed === SEND ? words.sendFailed : words.failed)
      showToast({ tone: 'error', title: sentence, seconds: 5 })
      return sentence
    },
    done: onUpdated,
  })
  const { dirtyFields } = form.formState
  // Another admin may have chosen the date in another time zone.
  const endOf = (day: string) => (dirtyFields.validUntil ? dayEndToUtc(day) : validUntil)
  const values = form.watch()
  const chosen = values.status
  const canUpdate = !hasOffer(chosen)
  // The customer already has the offer as it stands: its link can be passed on, but there is nothing to send.
  const hasSent = quote.version > 0 && offerWaits(quote, now) && Object.keys(dirtyFields).length === 0
  const mayOffer = hasOffer(chosen) || chosen === status
  const canSend = mayOffer && !hasSent

  return (
    <FormFrame form={form} onSubmit={submit}>
      <FormSummary />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          name="status"
          label={words.status}
          required
          choices={withValue(statusChoicesWith(status), status)}
          hint={status === 'quoted' && canUpdate ? words.withdraws : undefined}
        />
        <AmountField
          name="amount"
          asNumber
          label={words.amountIn(currency)}
          required={canSend || !canUpdate}
        />
        <TextField name="validUntil" label={words.validUntil} type="date" required={canSend || !canUpdate} />
      </div>
      <TextArea name="note" label={words.note} hint={words.noteHint} rows={3} />
      {mayOffer && (
        <details>
          <summary className="inline-block min-h-6 cursor-pointer text-primary underline underline-offset-4">
            {words.preview}
          </summary>
          <div className="mt-3 border border-base-300 p-4">
            {values.amount > 0
              ? preview({
                  amount: values.amount,
                  validUntil: endOf(values.validUntil),
                  note: values.note.trim(),
                })
              : words.previewEmpty}
          </div>
        </details>
      )}
      <div className="modal-action mt-2 flex-wrap">
        <CancelButton>{words.cancel}</CancelButton>
        {canUpdate && <SubmitButton variant={canSend ? 'plain' : 'primary'}>{words.submit}</SubmitButton>}
        {canSend && <SubmitButton value={SEND}>{words.send}</SubmitButton>}
      </div>
    </FormFrame>
  )
}
