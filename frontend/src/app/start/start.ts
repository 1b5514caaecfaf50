import type { createBrowserRouter } from 'react-router'
import { UNAUTHORIZED } from '../../lib/api/client'
import { checkSession, ownerOf, sessionAtom, sessionReady } from '../../lib/session/session'
import { store } from '../../lib/state/store'
import { loginFor, rememberOffer } from '../guards'
import { fetchOptionalModule } from '../loading/lazy-page'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * Keeps every page in step with the session (docs/product.md, section 2.4):
 * - the unauthorized event leads to the login page;
 * - when the server says that the account has changed, or the live connection
 *   was interrupted, the session is checked;
 * - when the person or the role changes, here or in another tab, the guards run again.
 */
export async function followSession(router: Router) {
  window.addEventListener(UNAUTHORIZED, () => {
    const { pathname, search } = router.state.navigation.location ?? router.state.location
    rememberOffer(pathname)
    void router.navigate(loginFor(pathname + search))
  })

  await sessionReady()
  let owner = ownerOf(store.get(sessionAtom))
  store.sub(sessionAtom, () => {
    const session = store.get(sessionAtom)
    if (ownerOf(session) === owner) return
    owner = ownerOf(session)
    void router.revalidate()
    void followAccount()
  })
  await followAccount()
}

/** Waits until the first page has the data it needs. */
export const firstPage = (router: Router) =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })

let following = false

/** Checks the session when it may have changed on the server. Visitors do not fetch this part. */
async function followAccount() {
  if (following || !store.get(sessionAtom).user) return
  following = true
  try {
    const { followChanges } = await import('../../lib/live/live')
    followChanges((change) => {
      const own = change?.noun === 'users' && change.id === store.get(sessionAtom).user?._id
      if (own || !change) void checkSession()
    })
  } catch {
    following = false
  }
}

/** Without an idle moment, measuring begins after this many milliseconds. */
const MEASURE_BY = 5000

/**
 * Fetches the part that measures and reports (docs/product.md, section 4.15)
 * once the page is loaded and idle. If a blocker removes it, nothing is measured.
 */
export function measureWhenIdle(router: Router) {
  const begin = async () => {
    const part = await fetchOptionalModule(() => import('./measuring'))
    part?.measure(router)
  }
  const wait = () => {
    if (typeof window.requestIdleCallback === 'function')
      window.requestIdleCallback(() => void begin(), { timeout: MEASURE_BY })
    else setTimeout(() => void begin(), MEASURE_BY)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}
