/** The name of the lock that all tabs of a browser share. */
const LOCK = 'session-renewal'

/** The renewal of this tab, where the browser has no locks. */
let here: Promise<unknown> = Promise.resolve()

/**
 * Runs a call that ends every session but this one, and stores the token that
 * goes on (docs/product.md, sections 2.5 and 2.6), or ends this one too (section
 * 2.7). Until it is through, no tab takes a refusal of the old token for the end
 * of the session, and what is read waits: the call must come to an end, and read nothing.
 */
export function renewSession<Result>(call: () => Promise<Result>): Promise<Result> {
  const renewal = navigator.locks ? navigator.locks.request(LOCK, call) : call()
  here = renewal.catch(() => undefined)
  return renewal as Promise<Result>
}

/** Waits for a renewal that is under way in any tab. */
export async function renewalsDone(): Promise<void> {
  await (navigator.locks ? navigator.locks.request(LOCK, { mode: 'shared' }, () => undefined) : here)
}
