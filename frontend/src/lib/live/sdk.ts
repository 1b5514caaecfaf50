import type PocketBase from 'pocketbase'
import { authStore } from '../session/auth-store'

let opened: Promise<PocketBase> | undefined

/**
 * PocketBase's own client with the stored session, for what needs a standing
 * connection. Its code is fetched at the first call: no page of a visitor waits for it.
 */
export function openSdk(): Promise<PocketBase> {
  opened ??= import('pocketbase')
    .then(({ default: PocketBase, BaseAuthStore }) => {
      class StoredSession extends BaseAuthStore {
        override get token() {
          return authStore.token
        }
      }
      return new PocketBase('/', new StoredSession())
    })
    .catch((error: unknown) => {
      opened = undefined
      throw error
    })
  return opened
}
