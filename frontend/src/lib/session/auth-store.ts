import { browserStorage } from '../storage/storage'
import { renewalsDone } from './renewal'

const listeners = new Set<() => void>()

const notify = () => {
  for (const listener of listeners) listener()
}

/**
 * The stored session, in local storage under `token` and `user`, where other
 * clients of the API keep it too. Pages and features use `lib/session/session` instead.
 */
export const authStore = {
  get token(): string {
    return browserStorage.read('token') ?? ''
  },

  /** The stored user, not validated; null if it is not JSON. */
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
    notify()
  },

  clear() {
    browserStorage.remove('token')
    browserStorage.remove('user')
    notify()
  },

  /** Calls a listener after every change made in this tab. The browser announces changes made in others. */
  onChange(listener: () => void) {
    listeners.add(listener)
  },
}

/**
 * Ends the session whose token was refused. False if that session has already
 * ended or another one has begun meanwhile.
 */
export async function forgetSession(token: string): Promise<boolean> {
  await renewalsDone(token)
  if (token !== authStore.token) return false
  authStore.clear()
  return true
}
