import { holdsUntil } from '../../lib/time/until'
import { isBlank } from '../../lib/validation/rules'
import { quoteStatuses } from './desk-rules'
import type { OwnQuote, Pricing, Quote } from './types'

/** The statuses that a request can have: `expired` is what a quoted one becomes when its offer runs out. */
export const quoteFilterStatuses = [...quoteStatuses, 'expired'] as const

/** Whether an offer stands: it can be answered, or it has run out. */
export const hasOffer = (status: string) => status === 'quoted' || status === 'expired'

/** The problems of an offer at a time (milliseconds), by field. */
export function pricingProblems({ amount, validUntil }: Omit<Pricing, 'note'>, now: number) {
  const problems: { amount?: string; validUntil?: string } = {}
  if (Math.round(amount * 100) === 0) problems.amount = 'Amount is required'
  if (isBlank(validUntil)) problems.validUntil = 'Valid until is required'
  else if (new Date(validUntil).getTime() <= now) problems.validUntil = 'Valid until must be in the future'
  return problems
}

/** Whether an offer waits for its customer's answer at a time (milliseconds, by the server's clock). */
export const offerWaits = ({ status, validUntil }: Pick<OwnQuote, 'status' | 'validUntil'>, now: number) =>
  status === 'quoted' && validUntil !== null && holdsUntil(validUntil, now)

/** The status of a quote request at a time (milliseconds, by the server's clock): an offer that has run out has expired. */
export const statusAt = (quote: Pick<Quote, 'status' | 'validUntil'>, now: number) =>
  quote.status === 'quoted' && quote.validUntil && !offerWaits(quote, now) ? 'expired' : quote.status
