import { browserStorage, tabStorage } from './storage'

/** Every draft is kept under a key that begins like this. */
export const DRAFTS = 'draft:'

/** A change of this key tells the other tabs to forget their drafts too. */
const FORGET = 'forget-drafts'

const listeners = new Set<() => void>()

function forget() {
  tabStorage.removeAll(DRAFTS)
  for (const listener of listeners) listener()
}

/** Forgets every draft in all tabs of this browser: someone has logged out. */
export function forgetDrafts() {
  forget()
  browserStorage.write(FORGET, String(Date.now()))
  browserStorage.remove(FORGET)
}

/** Calls a listener after all drafts were forgotten, in this tab or another; returns how to stop that. */
export function onDraftsForgotten(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === FORGET && newValue) forget()
})
