import * as v from 'valibot'
import { isWholeCents } from '../../lib/validation/amount'
import { checkedText, isBlank, requiredText } from '../../lib/validation/rules'
import { isTime } from '../../lib/validation/time'
import type { Invoice } from './types'

/** The largest amount, in whole units of the currency (docs/product.md, section 6). */
const MAX_AMOUNT = 1_000_000

/** The input of a payment (docs/product.md, section 10.5). An empty amount is NaN; without a day it is today. */
export const newPaymentSchema = v.object({
  amount: v.pipe(
    v.custom<number>((amount) => typeof amount === 'number'),
    v.check((amount) => !Number.isNaN(amount), 'Amount is required'),
    v.check(
      (amount) => Number.isNaN(amount) || Math.round(amount * 100) > 0,
      'Amount must be more than zero',
    ),
    v.check((amount) => !(amount > MAX_AMOUNT), 'Amount must be at most 1,000,000'),
    v.check(
      (amount) => Number.isNaN(amount) || isWholeCents(amount),
      'Amount must have at most two decimals',
    ),
  ),
  method: requiredText('Method', 60),
  reference: requiredText('Reference', 120),
  receivedOn: checkedText((day) => {
    if (!isBlank(day) && !isTime(day)) return 'Received on is invalid'
  }),
})

/** What of an invoice need not be paid any more, in whole units: the order was cancelled, or a refund was approved. */
export const creditedOf = ({
  amount,
  amountPaid,
  amountDue,
}: Pick<Invoice, 'amount' | 'amountPaid' | 'amountDue'>) =>
  Math.max(0, Math.round((amount - amountPaid - amountDue) * 100)) / 100
