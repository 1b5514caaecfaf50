import * as v from 'valibot'
import type { newQuoteSchema, quoteStatuses, updateQuoteSchema } from './rules'

/** What a visitor hears of a request that has arrived: the reference, such as "Q-7F3K2M". */
export const receivedSchema = v.object({ _id: v.string(), reference: v.string(), message: v.string() })

/**
 * A quote request as the desk reads it (docs/product.md, section 3.10). Deadline
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
  /** One of `quoteStatuses`, unless this version does not know it. */
  status: v.string(),
  amount: v.number(),
  currency: v.string(),
  note: v.string(),
  validUntil: v.string(),
  files: v.array(v.object({ name: v.string(), size: v.number(), url: v.string() })),
  createdAt: v.string(),
})

export type Quote = v.InferOutput<typeof quoteSchema>
export type QuoteStatus = (typeof quoteStatuses)[number]

export const quotesSchema = v.array(quoteSchema)

export type NewQuote = v.InferInput<typeof newQuoteSchema>
export type UpdateQuote = v.InferInput<typeof updateQuoteSchema>

/** The filter of the list of quote requests; pages count from 1. */
export type QuoteFilter = { status: QuoteStatus | 'all'; search: string; sort: string; page: number }
