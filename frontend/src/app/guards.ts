import { type MiddlewareFunction, redirect, redirectDocument, replace } from 'react-router'
import { type Role, sessionReady, type User } from '../lib/session/session'
import { onDraftsForgotten } from '../lib/storage/forget-drafts'
import { tabStorage } from '../lib/storage/storage'

const dashboards: Record<Role, string> = {
  admin: '/admin/dashboard',
  tutor: '/tutor/dashboard',
  student: '/dashboard',
}

/** The dashboard of a role (docs/product.md, section 4.1). */
export const dashboardOf = (role: Role) => dashboards[role]

/** Stands for the offer from which somebody goes to log in. Its own address is a secret, which no other address may contain. */
const LAST_OFFER = '/offers'

/** The router takes addresses in upper and lower case alike. */
const isOffer = (path: string) => path.toLowerCase().startsWith(`${LAST_OFFER}/`)

/** Remembers the page that leads to the login page, if it is an offer, for the way back. */
export function rememberOffer(path: string) {
  if (isOffer(path)) tabStorage.write(LAST_OFFER, path)
}

/** Forgets it, once the offer is answered. */
export const forgetOffer = () => tabStorage.remove(LAST_OFFER)

// Someone has logged out: whoever comes next must not find the offer.
onDraftsForgotten(forgetOffer)

/** The login page. It returns to `path` after the login. */
export const loginFor = (path: string) =>
  `/login?next=${encodeURIComponent(isOffer(path) ? LAST_OFFER : path)}`

/** The address to open after signing in: the requested page of this site, or else the dashboard of the role. */
export function afterLogIn(user: User, search: string): string {
  const asked = new URLSearchParams(search).get('next') ?? ''
  const next = asked === LAST_OFFER ? (tabStorage.read(LAST_OFFER) ?? '') : asked
  const here = window.location.origin
  if (!next.startsWith('/') || !URL.canParse(next, here)) return dashboardOf(user.role)
  // Parse it as the browser does, which drops tabs and line breaks and turns backslashes into slashes.
  const { origin, pathname, search: query, hash } = new URL(next, here)
  return origin === here && !pathname.startsWith('//') ? pathname + query + hash : dashboardOf(user.role)
}

const pathOf = (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/** Whether the browser is already at this address, because it was loaded there or went Back or Forward. */
export const isCurrentAddress = (path: string) => path === window.location.pathname + window.location.search

/**
 * Admits only people with a role, or anyone signed in if no role is given.
 * Everyone else is redirected to the login page or to their own dashboard
 * (docs/product.md, section 4.1). The redirect replaces an address that is
 * already in the history, so that Back does not return here. The guard runs
 * before the loaders below it, so that they request nothing in vain.
 */
export function requireRole(role?: Role): MiddlewareFunction {
  return async ({ request }) => {
    const user = await sessionReady()
    const path = pathOf(request)
    const redirectTo = isCurrentAddress(path) ? replace : redirect
    if (!user) throw redirectTo(loginFor(path))
    if (role && user.role !== role) throw redirectTo(dashboardOf(user.role))
  }
}

/**
 * Removes the operator's analytics tag: if the document has it, a page that is
 * not public reloads the document without it, so that the tag sees no password
 * and no session (docs/security.md).
 */
export const leaveTag: MiddlewareFunction = ({ request }) => {
  const next = pathOf(request)
  // Reloading the same address would change nothing.
  if (isCurrentAddress(next)) return
  if (document.querySelector('script[src="/analytics.js"]')) throw redirectDocument(next)
}

/** Admits only people who are not signed in, to the login page. */
export const requireNobody: MiddlewareFunction = async ({ request }) => {
  const user = await sessionReady()
  if (user) throw replace(afterLogIn(user, new URL(request.url).search))
}
