import * as v from 'valibot'
import { holdsUntil } from '../../lib/time/until'
import { newPassword } from '../../lib/validation/password'
import { optionalText, requiredText } from '../../lib/validation/rules'
import type { Offer } from './types'

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
  name: requiredText('Name', 200),
  password: newPassword,
  acceptTerms: acceptSchema.entries.acceptTerms,
})

/** The field of declining an offer. */
export const declineSchema = v.object({ reason: optionalText('Reason', 2000) })

/** The status of an offer at a time (milliseconds, by the server's clock). Its last instant still counts. */
export const statusAt = ({ status, validUntil }: Pick<Offer, 'status' | 'validUntil'>, now: number) =>
  status === 'open' && !holdsUntil(validUntil, now) ? 'expired' : status
