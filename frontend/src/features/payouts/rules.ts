import * as v from 'valibot'
import { requiredText } from '../../lib/validation/rules'

/** How a payout was made (docs/product.md, section 16). */
export const newPayoutSchema = v.object({
  method: requiredText('Method', 60),
  reference: requiredText('Reference', 120),
})

/** The sum of amounts in whole units. */
export const sumOf = (amounts: number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100
