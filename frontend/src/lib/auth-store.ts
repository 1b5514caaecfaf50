import { renewalsDone } from './renewal'
import { localShelf } from './storage'

const listeners = new Set<() => void>()

const told = () => {
  for (const listener of listeners) listener()
}

/**
 * The session where other clients of the contract keep it: local storage,
 * `token` and `user`. `lib/session` is the door for everyone else.
 */
export const authStore = {
  get token(): string {
    return localShelf.read('token') ?? ''
  },

  /** The stored user as it was stored, whatever it is. */
  get record(): unknown {
    try {
      return JSON.parse(localShelf.read('user') ?? 'null')
    } catch {
      return null
    }
  },

  save(token: string, record: object) {
    localShelf.write('token', token)
    localShelf.write('user', JSON.stringify(record))
    told()
  },

  clear() {
    localShelf.remove('token')
    localShelf.remove('user')
    told()
  },

  /** Tells of every change made here; other tabs are told by the browser. */
  onChange(listener: () => void) {
    listeners.add(listener)
  },
}

/**
 * Forgets the session that a call was refused with; false where another one has
 * begun meanwhile, or has ended already: its end is no news.
 */
export async function forgetSession(token: string): Promise<boolean> {
  await renewalsDone(token)
  if (token !== authStore.token) return false
  authStore.clear()
  return true
}
