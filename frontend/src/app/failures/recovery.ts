import { useEffect, useState } from 'react'
import { isServerThere } from '../../lib/api/client'
import { tabStorage } from '../../lib/storage/storage'
import { MissingModuleError } from '../loading/lazy-page'

/** The storage key of the path that this tab has reloaded. */
const RELOADED = 'reloaded'

/** How long to wait for the server to answer a health check, in milliseconds. */
const ANSWER_TIMEOUT = 10_000

/** The path of the page with the latest input. */
let filledIn = ''

for (const type of ['input', 'change', 'drop']) {
  window.addEventListener(type, () => (filledIn = window.location.pathname), { capture: true })
}

/** Whether the open page has had no input, so that reloading it loses nothing. */
export const isUntouched = () => filledIn !== window.location.pathname

const always = () => true

let attemptInProgress: Promise<boolean> | undefined

/** Reloads the page to get the installed version. Resolves to false if that would not help. */
function reloadOnce(mayReload: () => boolean): Promise<boolean> {
  attemptInProgress ??= attempt(mayReload).finally(() => {
    attemptInProgress = undefined
  })
  return attemptInProgress
}

async function attempt(mayReload: () => boolean) {
  const { pathname } = window.location
  if (tabStorage.read(RELOADED) === pathname || !mayReload()) return false
  // Without a server the browser would show its own error page instead of ours.
  const answered = await isServerThere(ANSWER_TIMEOUT)
  // The attempt must be recorded, or the page would reload forever.
  if (!answered || !mayReload() || !tabStorage.write(RELOADED, pathname)) return false
  window.location.reload()
  return true
}

/**
 * Recovers from a missing module by reloading the page once (docs/product.md,
 * section 5.1). Returns true while it tries; after that, the failure is shown.
 */
export function useRecovery(error: unknown, mayReload = always): boolean {
  const [unrecovered, setUnrecovered] = useState<unknown>()
  const missing = error instanceof MissingModuleError

  useEffect(() => {
    if (!missing) return
    void reloadOnce(mayReload).then((reloading) => {
      if (!reloading) setUnrecovered(error)
    })
  }, [missing, error, mayReload])

  return missing && unrecovered !== error
}

/** Records that a page has loaded completely, so that every other page may be reloaded again. */
export function noteArrival(pathname: string) {
  if (tabStorage.read(RELOADED) !== pathname) tabStorage.remove(RELOADED)
}
