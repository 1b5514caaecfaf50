import { useEffect, useState } from 'react'
import { isServerThere } from '../../lib/api/client'
import { tabStorage } from '../../lib/storage/storage'
import { MissingModuleError } from '../loading/lazy-page'

/** Under it the tab keeps the path that it has loaded anew. */
const RELOADED = 'reloaded'

/** How long the server may take to say that it is there, in milliseconds. */
const ANSWER_TIMEOUT = 10_000

/** The path of the page in which something was last entered. */
let filledIn = ''

for (const type of ['input', 'change', 'drop']) {
  window.addEventListener(type, () => (filledIn = window.location.pathname), { capture: true })
}

/** True where nobody has entered anything in the page that is open: loading it anew takes nothing away. */
export const isUntouched = () => filledIn !== window.location.pathname

const always = () => true

let underWay: Promise<boolean> | undefined

/** Loads the address of the page anew, with the version that is installed now; false where that would not help. */
function reloadOnce(mayReload: () => boolean): Promise<boolean> {
  underWay ??= attempt(mayReload).finally(() => {
    underWay = undefined
  })
  return underWay
}

async function attempt(mayReload: () => boolean) {
  const { pathname } = window.location
  if (tabStorage.read(RELOADED) === pathname || !mayReload()) return false
  // Without a server the browser would put its own page in the place of ours.
  const answered = await isServerThere(ANSWER_TIMEOUT)
  // What was done must be remembered, or it would be done for ever.
  if (!answered || !mayReload() || !tabStorage.write(RELOADED, pathname)) return false
  window.location.reload()
  return true
}

/**
 * Recovers from a part that did not arrive: the page is loaded anew, once, then
 * it is told (docs/product.md, section 5.1). True while that is under way.
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

/** A page has arrived whole: one more loading is worth it for every other. */
export function noteArrival(pathname: string) {
  if (tabStorage.read(RELOADED) !== pathname) tabStorage.remove(RELOADED)
}
