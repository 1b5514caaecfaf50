import { authStore } from './auth-store'
import { localShelf, sessionShelf } from './storage'

const PREFIX = 'draft:'

/** A change of this key tells the other tabs to forget their drafts too. */
const FORGET = 'forget-drafts'

const listeners = new Set<() => void>()

/** A draft belongs to the account that is signed in, or to nobody: no other account is shown it. */
const keyOf = (name: string) => `${PREFIX}${authStore.account}:${name}`

/**
 * The half-written values under a name, or null. They survive a reload of the
 * tab until they are sent, discarded, or someone logs out in any tab. A name
 * keeps one draft; `about` is its subject, and a draft about anything else does not count.
 */
export function readDraft(name: string, about = ''): Record<string, unknown> | null {
  try {
    const draft = JSON.parse(sessionShelf.read(keyOf(name)) ?? 'null')
    if (draft?.about !== about || typeof draft.values !== 'object') return null
    return draft.values
  } catch {
    return null
  }
}

/** Keeps half-written values under a name, with their subject; plain values only. */
export function writeDraft(name: string, values: object, about = '') {
  sessionShelf.write(keyOf(name), JSON.stringify({ about, values }))
}

/** Forgets one draft: it was sent or discarded. */
export function clearDraft(name: string) {
  sessionShelf.remove(keyOf(name))
}

/** Forgets every draft in all tabs of this browser: someone has logged out. */
export function clearDrafts() {
  forget()
  localShelf.write(FORGET, String(Date.now()))
  localShelf.remove(FORGET)
}

/** Calls a listener after all drafts were forgotten, in this tab or another; returns how to stop that. */
export function onDraftsForgotten(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function forget() {
  sessionShelf.removeAll(PREFIX)
  for (const listener of listeners) listener()
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === FORGET && newValue) forget()
})
