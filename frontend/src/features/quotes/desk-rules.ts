import * as v from 'valibot'
import { isWholeCents } from '../../lib/validation/amount'
import { checkedText, isBlank, optionalText } from '../../lib/validation/rules'
import { isTime } from '../../lib/validation/time'

/** The statuses of a quote request in the order of the work (docs/product.md, section 3.10). */
export const quoteStatuses = ['new', 'quoted', 'accepted', 'declined', 'closed'] as const

/** The most that a request can cost (docs/product.md, section 6). */
const MAX_AMOUNT = 1_000_000

/** The fields of a request that admins change (docs/product.md, section 3.10); an empty `validUntil` removes the date. */
export const updateQuoteSchema = v.object({
  status: checkedText((value) => {
    const status = value.trim().toLowerCase()
    if (!quoteStatuses.some((known) => known === status)) return 'Invalid status value'
    if (status === 'accepted') return 'Only the customer can accept an offer'
  }),
  amount: v.pipe(
    v.custom<number>((amount) => typeof amount === 'number'),
    v.check((amount) => amount === 0 || Math.round(amount * 100) > 0, 'Amount must be more than zero'),
    v.check((amount) => !(amount > MAX_AMOUNT), 'Amount must be at most 1,000,000'),
    v.check(isWholeCents, 'Amount must have at most two decimals'),
  ),
  note: optionalText('Note', 10_000),
  validUntil: checkedText((value) => {
    if (!isBlank(value) && !isTime(value)) return 'Valid until is invalid'
  }),
})
