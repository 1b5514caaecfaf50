import { useAnswer } from '../../lib/api/query'
import { siteQuery } from '../../lib/api/site-query'
import { formatMoney, siteCurrency } from '../../lib/formats/money'
import { serverNow } from '../../lib/time/clock'
import { dayIn, zoneWords } from '../../lib/time/time-zone'
import { AmountField, PaidByFields } from '../../ui/forms/amount-field'
import { TextField } from '../../ui/forms/fields'
import { FormDialog } from '../../ui/forms/form'
import { recordPayment } from './api'
import { newPaymentSchema } from './model'
import { paymentForm as words } from './words.en'

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
      words={words}
      onClose={onClose}
      values={{ amount: amountDue, method: '', reference: '', receivedOn: '' }}
      schema={newPaymentSchema}
      send={(payment) => recordPayment(assignment, payment)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          name="amount"
          asNumber
          label={words.amountIn(siteCurrency)}
          hint={words.due(formatMoney(amountDue))}
          required
        />
        <TextField
          name="receivedOn"
          label={words.receivedOn}
          hint={zone ? words.receivedOnHintIn(zoneWords(zone)) : words.receivedOnHint}
          type="date"
          max={zone && dayIn(zone, serverNow())}
        />
        <PaidByFields />
      </div>
    </FormDialog>
  )
}
