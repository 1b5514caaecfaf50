import { useEffect, useState } from 'react'
import { isServerThere } from '../../lib/api/client'
import { tabStorage } from '../../lib/storage/storage'
import { MissingModuleError } from '../loading/lazy-page'

/** The key under which the tab keeps the path that it has reloaded. */
const RELOADED = 'reloaded'

/** How long the server may take to say that it is there, in milliseconds. */
const ANSWER_TIMEOUT = 10_000

/** The path of the page in which something was last entered. */
let filledIn = ''

for (const type of ['input', 'change', 'drop']) {
  window.addEventListener(type, () => (filledIn = window.location.pathname), { capture: true })
}

/** True while nobody has entered anything in the open page, so that reloading it loses nothing. */
export const isUntouched = () => filledIn !== window.location.pathname

const always = () => true

let underWay: Promise<boolean> | undefined

/** Reloads the page with the version that is installed now; false where that would not help. */
function reloadOnce(mayReload: () => boolean): Promise<boolean> {
  underWay ??= attempt(mayReload).finally(() => {
    underWay = undefined
  })
  return underWay
}

async function attempt(mayReload: () => boolean) {
  const { pathname } = window.location
  if (tabStorage.read(RELOADED) === pathname || !mayReload()) return false
  // Without a server the browser would show its own error page instead of ours.
  const answered = await isServerThere(ANSWER_TIMEOUT)
  // The attempt must be remembered, or it would repeat for ever.
  if (!answered || !mayReload() || !tabStorage.write(RELOADED, pathname)) return false
  window.location.reload()
  return true
}

/**
 * Recovers from a part that did not arrive: the page is reloaded once, and only
 * then is the failure shown (docs/product.md, section 5.1). True meanwhile.
 */
export function useRecovery(error: unknown, mayReload = always): boolean {
  const [lost, setLost] = useState<unknown>()
  const missing = error instanceof MissingModuleError

  useEffect(() => {
    if (!missing) return
    void reloadOnce(mayReload).then((reloading) => {
      if (!reloading) setLost(error)
    })
  }, [missing, error, mayReload])

  return missing && lost !== error
}

/** Notes that a page has arrived whole: every other page may be reloaded once again. */
export function noteArrival(pathname: string) {
  if (tabStorage.read(RELOADED) !== pathname) tabStorage.remove(RELOADED)
}
