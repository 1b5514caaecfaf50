/** The part of a browser's storage that Deskmate uses. */
type SafeStorage = {
  read: (key: string) => string | null
  /** Returns whether the value was stored. If not, it only lasts as long as the page. */
  write: (key: string, value: string) => boolean
  remove: (key: string) => void
  /** Removes every key with this prefix. */
  removeAll: (prefix: string) => void
}

/**
 * A storage that never throws. If the browser refuses (blocked, full), values
 * are kept in memory until the page is left.
 */
function safeStorage(area: () => Storage): SafeStorage {
  const memory = new Map<string, string>()
  const attempt = <T>(action: () => T, otherwise: T): T => {
    try {
      return action()
    } catch {
      return otherwise
    }
  }
  const remove = (key: string) => {
    memory.delete(key)
    attempt(() => area().removeItem(key), undefined)
  }
  return {
    read: (key) => memory.get(key) ?? attempt(() => area().getItem(key), null),
    write: (key, value) => {
      const stored = attempt(() => {
        area().setItem(key, value)
        return true
      }, false)
      if (stored) memory.delete(key)
      else memory.set(key, value)
      return stored
    },
    remove,
    removeAll: (prefix) => {
      const keys = attempt(() => Object.keys(area()), [])
      for (const key of [...memory.keys(), ...keys]) if (key.startsWith(prefix)) remove(key)
    },
  }
}

/** Survives closing the browser: the session (`token`, `user`) and the colour mode (`theme`). */
export const browserStorage = safeStorage(() => window.localStorage)

/** Survives a reload of this tab: drafts, the offer to return to after signing in, and the path that was reloaded because a module was missing. */
export const tabStorage = safeStorage(() => window.sessionStorage)
