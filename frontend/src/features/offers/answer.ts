import { sessionAtom } from '../../lib/session/session'
import { store } from '../../lib/state/store'

/**
 * Sends an answer to an offer, so that the signed-in pages fetch what it changes again. Visitors have no such
 * pages, so they do not load the cache. Without the cache, as when its file does not arrive, there is nothing to
 * fetch again either. Throws what `send` throws.
 */
export async function answerOffer<Result>(send: () => Promise<Result>): Promise<Result> {
  if (!store.get(sessionAtom).user) return send()
  const queries = await import('./send-answer').catch(() => undefined)
  return queries ? queries.sendAnswer(send) : send()
}
