import { authStore } from '../session/auth-store'
import { DRAFTS } from './forget-drafts'
import { tabStorage } from './storage'

/** The id of the signed-in account, or ''. */
function accountId(): string {
  const { token, record } = authStore
  const isNamed = typeof record === 'object' && record !== null && '_id' in record
  return token && isNamed ? String(record._id) : ''
}

/** The key includes the account (or '' for visitors), so that no account sees the drafts of another. */
const keyOf = (name: string) => `${DRAFTS}${accountId()}:${name}`

/**
 * The draft under a name, or null. It survives a reload of the tab until it is
 * sent or discarded, or until someone logs out in any tab. There is one draft
 * per name; if its subject is not `about`, it does not count.
 */
export function readDraft(name: string, about = ''): Record<string, unknown> | null {
  try {
    const draft = JSON.parse(tabStorage.read(keyOf(name)) ?? 'null')
    if (draft?.about !== about || typeof draft.values !== 'object') return null
    return draft.values
  } catch {
    return null
  }
}

/** Stores the values of a form under a name, with their subject. Plain values only. */
export function writeDraft(name: string, values: object, about = '') {
  tabStorage.write(keyOf(name), JSON.stringify({ about, values }))
}

/** Deletes one draft, after it was sent or discarded. */
export function clearDraft(name: string) {
  tabStorage.remove(keyOf(name))
}
