import { sessionShelf } from './storage'

const PREFIX = 'draft:'

/**
 * What was half-written under a name, or null. It survives a reload of the tab
 * and ends when it is sent, discarded, or the person logs out. A name keeps one
 * draft; `about` says what it was written about, and one about another thing is none.
 */
export function readDraft(name: string, about = ''): Record<string, unknown> | null {
  try {
    const draft = JSON.parse(sessionShelf.read(PREFIX + name) ?? 'null')
    if (draft?.about !== about || typeof draft.values !== 'object') return null
    return draft.values
  } catch {
    return null
  }
}

/** Keeps what is half-written under a name, and what it is about; plain values only. */
export function writeDraft(name: string, values: object, about = '') {
  sessionShelf.write(PREFIX + name, JSON.stringify({ about, values }))
}

/** Forgets one draft: it was sent or discarded. */
export function clearDraft(name: string) {
  sessionShelf.remove(PREFIX + name)
}

/** Forgets every draft: the person has left. */
export function clearDrafts() {
  sessionShelf.removeAll(PREFIX)
}
