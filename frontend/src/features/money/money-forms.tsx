import { useState } from 'react'
import { useAnswer } from '../../lib/api/query'
import { siteQuery } from '../../lib/api/site-query'
import { formatMoney, siteCurrency } from '../../lib/formats/money'
import { serverNow } from '../../lib/time/clock'
import { dayIn, zoneWords } from '../../lib/time/time-zone'
import { showSuccess } from '../../ui/feedback/action-toasts'
import { Alert } from '../../ui/feedback/alert'
import { TextField } from '../../ui/forms/fields'
import { FormDialog } from '../../ui/forms/form'
import { AmountField, PaidByFields, SelectField } from '../../ui/forms/select-field'
import { createAdjustment, createPayment, createPayout } from './api'
import { newAdjustmentSchema, newPaymentSchema, newPayoutSchema, type Owed, sumOf } from './model'
import { adjustment, paymentForm, payoutForm } from './words.en'

/** The dialog in which an admin records that a student has paid. It suggests what is due. */
export function PaymentForm({
  assignment,
  amountDue,
  onClose,
}: {
  assignment: string
  amountDue: number
  onClose: () => void
}) {
  const zone = useAnswer(siteQuery, { withoutLoader: true }).data?.timeZone
  return (
    <FormDialog
      words={paymentForm}
      onClose={onClose}
      values={{ amount: amountDue, method: '', reference: '', receivedOn: '' }}
      schema={newPaymentSchema}
      send={(payment) => createPayment(assignment, payment)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          name="amount"
          asNumber
          label={paymentForm.amountIn(siteCurrency)}
          hint={paymentForm.due(formatMoney(amountDue))}
          required
        />
        <TextField
          name="receivedOn"
          label={paymentForm.receivedOn}
          hint={zone ? paymentForm.receivedOnHintIn(zoneWords(zone)) : paymentForm.receivedOnHint}
          type="date"
          max={zone && dayIn(zone, serverNow())}
        />
        <PaidByFields />
      </div>
    </FormDialog>
  )
}

/** The dialog in which an admin records that some tutors were paid all that is payable to them. */
export function PayoutForm({
  owed,
  onClose,
}: {
  /** Who is paid, with what is payable to them now; nobody once all of them were paid elsewhere. */
  owed: Owed[]
  onClose: () => void
}) {
  const expected = sumOf(owed.map(({ payable }) => payable))
  const total = formatMoney(expected)
  const [firstTotal] = useState(total)
  const tutors = owed.map(({ tutor }) => tutor._id)
  return (
    <FormDialog
      words={{ ...payoutForm, submit: payoutForm.submit(total) }}
      onClose={onClose}
      values={{ method: '', reference: '' }}
      schema={newPayoutSchema}
      send={(payout) => createPayout(tutors, expected, payout)}
      done={(made) => showSuccess(payoutForm.recorded(made.number, formatMoney(made.total)), 5)}
      // Without names, the server pays every tutor, also those who were left out.
      closed={tutors.length === 0 && { title: payoutForm.nothing }}
    >
      {tutors.length > 0 && <p>{payoutForm.intro(owed.length, total)}</p>}
      {tutors.length > 0 && total !== firstTotal && <Alert tone="info" title={payoutForm.changed} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <PaidByFields referenceHint={payoutForm.referenceHint} />
      </div>
    </FormDialog>
  )
}

/** The dialog in which an admin changes what a tutor is owed. */
export function AdjustmentForm({
  tutors,
  onClose,
}: {
  /** Whom it can be about; never empty. */
  tutors: { _id: string; name: string }[]
  onClose: () => void
}) {
  return (
    <FormDialog
      words={adjustment}
      onClose={onClose}
      values={{ tutor: tutors[0]?._id ?? '', amount: Number.NaN, memo: '' }}
      schema={newAdjustmentSchema}
      send={createAdjustment}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="tutor"
          label={adjustment.tutor}
          required
          choices={tutors.map(({ _id, name }) => ({ value: _id, label: name }))}
        />
        <AmountField
          name="amount"
          asNumber
          label={adjustment.amountIn(siteCurrency)}
          hint={adjustment.amountHint}
          inputMode="text"
          min={undefined}
          required
        />
      </div>
      <TextField name="memo" label={adjustment.memo} hint={adjustment.memoHint} required autoComplete="off" />
    </FormDialog>
  )
}
