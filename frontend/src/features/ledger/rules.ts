import * as v from 'valibot'
import { isWholeCents } from '../../lib/validation/amount'
import { requiredText } from '../../lib/validation/rules'

/** The largest amount, in whole units of the currency (docs/product.md, section 6). */
const MAX_AMOUNT = 1_000_000

/** The input of an adjustment of what a tutor is owed (docs/product.md, section 11). An empty amount is NaN. */
export const newAdjustmentSchema = v.object({
  tutor: v.string(),
  amount: v.pipe(
    v.custom<number>((amount) => typeof amount === 'number'),
    v.check((amount) => !Number.isNaN(amount), 'Amount is required'),
    v.check((amount) => amount !== 0, 'Amount must not be zero'),
    v.check((amount) => !(Math.abs(amount) > MAX_AMOUNT), 'Amount must be between -1,000,000 and 1,000,000'),
    v.check(
      (amount) => Number.isNaN(amount) || isWholeCents(amount),
      'Amount must have at most two decimals',
    ),
  ),
  memo: requiredText('Memo', 500),
})
