import { browserStorage } from '../storage/storage'

/** The name of the lock that all tabs of a browser share. */
const LOCK = 'session-renewal'

/** Before a token, the name of a lock that the tab keeps which ended that token. */
const ENDED = 'session-ended '

/** How many milliseconds what is stored may take to the other tabs. It never comes where the browser would not store it. */
export const STORED_BY = 10_000

/** The renewal of this tab, where the browser has no locks. */
let here: Promise<unknown> = Promise.resolve()

const storedToken = () => browserStorage.read('token') ?? ''

/**
 * Runs a call that ends every session but this one, and stores the token that
 * goes on (docs/product.md, sections 2.5 and 2.6), or ends this one too (section
 * 2.7). Until it is through, no tab takes a refusal of the old token for the end
 * of the session, and what is read waits: the call must come to an end, and read nothing.
 */
export function renewSession<Result>(call: () => Promise<Result>): Promise<Result> {
  const renewal = navigator.locks ? navigator.locks.request(LOCK, () => tellOfTheEnd(call)) : call()
  here = renewal.catch(() => undefined)
  return renewal as Promise<Result>
}

/** What is stored comes to the other tabs later than the lock: another lock tells them to wait for it. */
async function tellOfTheEnd<Result>(call: () => Promise<Result>) {
  const token = storedToken()
  const result = await call()
  if (storedToken() !== token) void navigator.locks.request(ENDED + token, () => new Promise(() => undefined))
  return result
}

/** Waits for a renewal that is under way in any tab, and until this one has what became of the token, or will not have it. */
export async function renewalsDone(token: string): Promise<void> {
  if (!navigator.locks) return void (await here)
  const { held } = await navigator.locks.request(LOCK, { mode: 'shared' }, () => navigator.locks.query())
  if (held?.some(({ name }) => name === ENDED + token)) await replaced(token)
}

function replaced(token: string) {
  return new Promise<void>((resolve) => {
    const end = () => {
      window.removeEventListener('storage', look)
      clearTimeout(timer)
      resolve()
    }
    const look = () => {
      if (storedToken() !== token) end()
    }
    const timer = setTimeout(end, STORED_BY)
    window.addEventListener('storage', look)
    look()
  })
}
