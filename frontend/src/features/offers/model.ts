import * as v from 'valibot'
import * as limits from '#domain/limits.json'
import { policySchema } from '../../lib/api/site'
import { userSchema } from '../../lib/session/session'
import { holdsUntil } from '../../lib/time/time'
import { newPassword } from '../../lib/validation/password'
import { optionalText, requiredText } from '../../lib/validation/rules'

/** What an offer promises, which its customer reads before they answer (docs/product.md, section 10.4). */
const offerFactsSchema = v.object({
  /** '' if the request named none of our services. */
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

/** The fields of accepting an offer with an account that exists. */
export const acceptSchema = v.object({
  name: v.string(),
  password: v.string(),
  acceptTerms: v.pipe(
    v.boolean(),
    v.check((ticked) => ticked, 'Terms must be accepted'),
  ),
})

/** The fields of accepting an offer with a new account, under the rules of signing up (docs/product.md, section 2.1). */
export const acceptAsNewSchema = v.object({
  name: requiredText('Name', limits.name),
  password: newPassword,
  acceptTerms: acceptSchema.entries.acceptTerms,
})

/** The field of declining an offer. */
export const declineSchema = v.object({ reason: optionalText('Reason', limits.reason) })

/** The status of an offer at a time (milliseconds, by the server's clock). Its last instant still counts. */
export const statusAt = ({ status, validUntil }: Pick<Offer, 'status' | 'validUntil'>, now: number) =>
  status === 'open' && !holdsUntil(validUntil, now) ? 'expired' : status
