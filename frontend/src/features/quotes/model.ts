import * as v from 'valibot'
import * as limits from '#domain/limits.json'
import { fileStateSchema } from '../../lib/api/download'
import { holdsUntil } from '../../lib/time/time'
import { isTime, isWholeCents } from '../../lib/validation/checks'
import { checkedText, isBlank, optionalText } from '../../lib/validation/rules'

/**
 * A quote request as admins see it (docs/product.md, section 3.10). Deadline
 * ("2026-12-01") and its time ("21:00") are where the visitor is, in `timeZone`;
 * `dueAt` is that moment and, like all other times, RFC 3339 in UTC. Links to files are valid for 15 minutes.
 */
export const quoteSchema = v.object({
  _id: v.string(),
  reference: v.string(),
  email: v.string(),
  phone: v.string(),
  countryCode: v.string(),
  /** A slug; '' for a request from the front page. */
  service: v.string(),
  /** '' if no service has the slug. */
  serviceName: v.string(),
  subject: v.string(),
  description: v.string(),
  deadline: v.string(),
  deadlineTime: v.string(),
  timeZone: v.string(),
  dueAt: v.string(),
  pages: v.number(),
  /** One of `quoteFilterStatuses`, unless this version does not know it. */
  status: v.string(),
  amount: v.number(),
  currency: v.string(),
  note: v.string(),
  validUntil: v.string(),
  /** Their addresses are '' once they were deleted, and while nobody may open them. */
  files: v.array(v.object({ name: v.string(), size: v.number(), url: v.string(), state: fileStateSchema })),
  createdAt: v.string(),
  /** When its files are deleted, once the board has announced it. */
  purgeAt: v.optional(v.nullable(v.string())),
  /** The number of the newest version of the offer; 0 before the first one. */
  version: v.number(),
  /** When the customer first opened the offer. */
  openedAt: v.nullable(v.string()),
  declineReason: v.string(),
  /** The id of the order that it became. */
  assignment: v.nullable(v.string()),
  /** What was offered so far. */
  versions: v.array(
    v.object({
      version: v.number(),
      amount: v.number(),
      validUntil: v.string(),
      note: v.string(),
      createdAt: v.string(),
    }),
  ),
  /** Whether the reader asked for it, so that another admin answers it. */
  ownCase: v.optional(v.boolean()),
})

/** The link of an offer, to pass on by hand. */
export const offerLinkSchema = v.object({ url: v.string(), validUntil: v.string() })

/** A quote request as the customer who asked for it reads it. It has amount, validity and link while an offer stands or was accepted. */
const ownQuoteSchema = v.object({
  _id: v.string(),
  reference: v.string(),
  service: v.string(),
  serviceName: v.string(),
  subject: v.string(),
  pages: v.number(),
  dueAt: v.string(),
  status: v.string(),
  amount: v.nullable(v.number()),
  currency: v.string(),
  validUntil: v.nullable(v.string()),
  offerUrl: v.nullable(v.string()),
  assignment: v.nullable(v.string()),
  createdAt: v.string(),
})

export type OwnQuote = v.InferOutput<typeof ownQuoteSchema>

export const ownQuotesSchema = v.array(ownQuoteSchema)

export type Quote = v.InferOutput<typeof quoteSchema>
export type QuoteStatus = (typeof quoteFilterStatuses)[number]

export const quotesSchema = v.array(quoteSchema)

/** What is about to be offered: the amount in whole units, and the last instant at which it holds (RFC 3339, or ''). */
export type Pricing = Pick<Quote, 'amount' | 'validUntil' | 'note'>

export type UpdateQuote = v.InferInput<typeof updateQuoteSchema>

/** The statuses of a quote request in the order of the work (docs/product.md, section 3.10). */
const quoteStatuses = ['new', 'quoted', 'accepted', 'declined', 'closed'] as const

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
    v.check((amount) => !(amount > limits.amount), 'Amount must be at most 1,000,000'),
    v.check(isWholeCents, 'Amount must have at most two decimals'),
  ),
  note: optionalText('Note', limits.quoteNote),
  validUntil: checkedText((value) => {
    if (!isBlank(value) && !isTime(value)) return 'Valid until is invalid'
  }),
})

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
