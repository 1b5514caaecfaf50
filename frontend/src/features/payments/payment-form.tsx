import { useAnswer } from '../../lib/api/query'
import { siteQuery } from '../../lib/api/site-query'
import { formatMoney, siteCurrency } from '../../lib/formats/money'
import { serverNow } from '../../lib/time/clock'
import { dayIn, zoneWords } from '../../lib/time/time-zone'
import { AmountField } from '../../ui/forms/amount-field'
import { FormDialog } from '../../ui/forms/form-dialog'
import { PaidByFields } from '../../ui/forms/paid-by-fields'
import { TextField } from '../../ui/forms/text-field'
import { recordPayment } from './queries'
import { newPaymentSchema } from './rules'
import { form as words } from './words'

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
