import { formatMoney } from '../../lib/formats/money'
import type { Closing } from '../../ui/dialogs/modal'
import { FormDialog } from '../../ui/forms/form-dialog'
import { PaidByFields } from '../../ui/forms/paid-by-fields'
import { kept } from '../../ui/forms/words'
import { saveRefundPayment } from './queries'
import { can, refundPaymentSchema } from './rules'
import type { Claim } from './types'
import { usePayDays } from './use-pay-days'
import { claims, payForm as words } from './words'

/** The dialog in which an admin records that an approved amount was paid to the student. */
export function PayForm({ claim, ...dialog }: { claim: Claim } & Closing) {
  const days = usePayDays(claim)
  return (
    <FormDialog
      words={words}
      {...dialog}
      values={{ method: '', reference: '' }}
      schema={refundPaymentSchema}
      send={(payment) => saveRefundPayment(claim, payment)}
      closed={!can(claim, 'pay-refund') && { title: words.closed, text: kept }}
    >
      <p>{words.text(formatMoney(claim.amount ?? 0))}</p>
      {days && (
        <p className="text-muted">
          {claims.payable}: {claims.between(days.from, days.by)}
        </p>
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <PaidByFields />
      </div>
    </FormDialog>
  )
}
