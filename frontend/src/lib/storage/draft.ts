import { authStore } from '../session/auth-store'
import { DRAFTS } from './forget-drafts'
import { tabStorage } from './storage'

/** The id of the account that is signed in, or ''. */
function account(): string {
  const { token, record } = authStore
  const isNamed = typeof record === 'object' && record !== null && '_id' in record
  return token && isNamed ? String(record._id) : ''
}

/** A draft belongs to the account that is signed in, or to nobody: no other account is shown it. */
const keyOf = (name: string) => `${DRAFTS}${account()}:${name}`

/**
 * The half-written values under a name, or null. They survive a reload of the
 * tab until they are sent, discarded, or someone logs out in any tab. A name
 * keeps one draft; `about` is its subject, and a draft about anything else does not count.
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

/** Keeps half-written values under a name, with their subject; plain values only. */
export function writeDraft(name: string, values: object, about = '') {
  tabStorage.write(keyOf(name), JSON.stringify({ about, values }))
}

/** Forgets one draft: it was sent or discarded. */
export function clearDraft(name: string) {
  tabStorage.remove(keyOf(name))
}
