import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { beginSession } from '../../lib/session/session'
import { acceptedSchema, declinedSchema, offerSchema } from './model'

const pathOf = (token: string) => `/offers/${encodeURIComponent(token)}`

/** The offer that a link opens (docs/product.md, section 10.4). Throws a Failure. */
export const getOffer = (token: string, signal?: AbortSignal) => send(offerSchema, pathOf(token), { signal })

/**
 * Accepts a version of an offer, as the account that is signed in or, with a name
 * and a password, with a new one, whose session it stores. Resolves to the id of
 * the order. Throws a Failure.
 */
export async function acceptOffer(
  token: string,
  answer: { version: number; acceptTerms: boolean; name?: string; password?: string },
): Promise<string> {
  const accepted = await sendChange(acceptedSchema, 'POST', `${pathOf(token)}/accept`, answer)
  if (accepted.token && accepted.user) beginSession(accepted.token, accepted.user)
  return accepted.assignment
}

/** Declines an offer; the reason may be ''. Throws a Failure. */
export async function declineOffer(token: string, reason: string): Promise<void> {
  const body = { reason }
  await sendChange(declinedSchema, 'POST', `${pathOf(token)}/decline`, body)
}
