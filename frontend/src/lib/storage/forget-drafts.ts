import { browserStorage, tabStorage } from './storage'

/** The prefix of the keys of all drafts. */
export const DRAFTS = 'draft:'

/** A change of this key makes the other tabs delete their drafts too. */
const FORGET = 'forget-drafts'

const listeners = new Set<() => void>()

function forget() {
  tabStorage.removeAll(DRAFTS)
  for (const listener of listeners) listener()
}

/** Deletes every draft in all tabs of this browser, because someone has logged out. */
export function forgetDrafts() {
  forget()
  browserStorage.write(FORGET, String(Date.now()))
  browserStorage.remove(FORGET)
}

/** Calls a listener whenever all drafts are deleted, by this tab or another. Returns the function that removes it. */
export function onDraftsForgotten(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === FORGET && newValue) forget()
})
