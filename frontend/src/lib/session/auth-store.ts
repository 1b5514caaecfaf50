import { browserStorage } from '../storage/storage'
import { renewalsDone } from './renewal'

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
    return browserStorage.read('token') ?? ''
  },

  /** The stored user as it was stored, whatever it is. */
  get record(): unknown {
    try {
      return JSON.parse(browserStorage.read('user') ?? 'null')
    } catch {
      return null
    }
  },

  save(token: string, record: object) {
    browserStorage.write('token', token)
    browserStorage.write('user', JSON.stringify(record))
    told()
  },

  clear() {
    browserStorage.remove('token')
    browserStorage.remove('user')
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
