import * as v from 'valibot'
import { policySchema } from '../../lib/api/site'
import { userSchema } from '../../lib/session/session'

/** What an offer promises, which its customer reads before they answer (docs/product.md, section 10.4). */
export const offerFactsSchema = v.object({
  /** '' if the request named no service of ours. */
  serviceName: v.string(),
  subject: v.string(),
  description: v.string(),
  pages: v.number(),
  words: v.number(),
  /** When the work is due: RFC 3339 in UTC. */
  dueAt: v.string(),
  /** The sizes are in bytes. */
  files: v.array(v.object({ name: v.string(), size: v.number() })),
  /** In whole units of `currency`. */
  amount: v.number(),
  currency: v.string(),
  note: v.string(),
  validUntil: v.string(),
  policy: policySchema,
})

/** An offer as those who hold its link read it. `deadline` and `deadlineTime` are in `timeZone`; they are the same moment as `dueAt`. */
export const offerSchema = v.object({
  ...offerFactsSchema.entries,
  reference: v.string(),
  service: v.string(),
  deadline: v.string(),
  deadlineTime: v.string(),
  timeZone: v.string(),
  /** open, accepted, declined, expired or withdrawn, unless this version does not know it. */
  status: v.string(),
  version: v.number(),
  /** The address that the offer was sent to, with its middle hidden. */
  email: v.string(),
  /** Whether an account has that address. */
  accountExists: v.boolean(),
})

/** The answer to accepting: the id of the order and, if an account was opened for it, its session. */
export const acceptedSchema = v.object({
  assignment: v.string(),
  token: v.optional(v.string()),
  user: v.optional(userSchema),
})

/** The answer to declining. */
export const declinedSchema = v.object({ status: v.string() })

export type OfferFacts = v.InferOutput<typeof offerFactsSchema>
export type Offer = v.InferOutput<typeof offerSchema>
