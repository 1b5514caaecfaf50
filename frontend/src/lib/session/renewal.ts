import { browserStorage } from '../storage/storage'

/** The name of the lock that all tabs of a browser share. */
const LOCK = 'session-renewal'

/** The name of a lock, followed by a token: the tab that ended the token holds it. */
const ENDED = 'session-ended '

/** How long another tab waits for the new token to arrive in its storage, in milliseconds. It never arrives if the browser refused to store it. */
export const STORED_BY = 10_000

/** The last renewal of this tab, for browsers without locks. */
let lastRenewal: Promise<unknown> = Promise.resolve()

const storedToken = () => browserStorage.read('token') ?? ''

/**
 * Runs a call that replaces the token of this session and ends all others
 * (docs/product.md, sections 2.5 and 2.6), or ends this one too (section 2.7).
 * While it runs, no tab takes a refusal of the old token for the end of the
 * session, and reads wait. So the call must finish, and must not read anything itself.
 */
export function renewSession<Result>(call: () => Promise<Result>): Promise<Result> {
  const renewal = navigator.locks ? navigator.locks.request(LOCK, () => announceEnd(call)) : call()
  lastRenewal = renewal.catch(() => undefined)
  return renewal as Promise<Result>
}

/** The other tabs see the stored token later than the released lock. A second lock tells them to wait for it. */
async function announceEnd<Result>(call: () => Promise<Result>) {
  const token = storedToken()
  const result = await call()
  if (storedToken() !== token) void navigator.locks.request(ENDED + token, () => new Promise(() => undefined))
  return result
}

/** Waits for a renewal in any tab to finish, and for its result to reach the storage of this one. Gives up after `STORED_BY`. */
export async function renewalsDone(token: string): Promise<void> {
  if (!navigator.locks) return void (await lastRenewal)
  const { held } = await navigator.locks.request(LOCK, { mode: 'shared' }, () => navigator.locks.query())
  if (held?.some(({ name }) => name === ENDED + token)) await replaced(token)
}

/** Resolves when the stored token is another one, or after `STORED_BY`. */
function replaced(token: string) {
  return new Promise<void>((resolve) => {
    const end = () => {
      window.removeEventListener('storage', check)
      clearTimeout(timer)
      resolve()
    }
    const check = () => {
      if (storedToken() !== token) end()
    }
    const timer = setTimeout(end, STORED_BY)
    window.addEventListener('storage', check)
    check()
  })
}
