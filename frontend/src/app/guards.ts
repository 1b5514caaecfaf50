import { type MiddlewareFunction, redirect, redirectDocument, replace } from 'react-router'
import { type Role, sessionReady, type User } from '../lib/session/session'

const dashboards: Record<Role, string> = {
  admin: '/admin/dashboard',
  tutor: '/tutor/dashboard',
  student: '/dashboard',
}

/** The dashboard of a role (docs/product.md, section 4.1). */
export const dashboardOf = (role: Role) => dashboards[role]

/** The login page, with the way back to where somebody wanted to go. */
export const loginFor = (path: string) => `/login?next=${encodeURIComponent(path)}`

/** Where somebody goes after signing in: where they wanted to go on this site, else to their dashboard. */
export function afterLogIn(user: User, search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  const here = window.location.origin
  if (!next.startsWith('/') || !URL.canParse(next, here)) return dashboardOf(user.role)
  // As the browser reads it: it leaves out tabs and line ends, and turns backslashes.
  const { origin, pathname, search: query, hash } = new URL(next, here)
  return origin === here && !pathname.startsWith('//') ? pathname + query + hash : dashboardOf(user.role)
}

const pathOf = (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/** True if the browser is at this address already: it was loaded there, or came by Back or Forward. */
export const isCurrentAddress = (path: string) => path === window.location.pathname + window.location.search

/**
 * Lets only people of a role through, or anyone signed in if no role is named.
 * Everyone else goes to the login page or to their own dashboard
 * (docs/product.md, section 4.1). An address that is in the history already is
 * replaced there, so that Back does not lead here again. It runs before every
 * loader below it, so that no call is made in vain.
 */
export function requireRole(role?: Role): MiddlewareFunction {
  return async ({ request }) => {
    const user = await sessionReady()
    const path = pathOf(request)
    const lead = isCurrentAddress(path) ? replace : redirect
    if (!user) throw lead(loginFor(path))
    if (role && user.role !== role) throw lead(dashboardOf(user.role))
  }
}

/**
 * Leaves the operator's analytics tag behind: where the document has it, a page
 * that is not public is loaded anew, without it, so that the tag sees no
 * password and no session (docs/security.md).
 */
export const leaveTag: MiddlewareFunction = ({ request }) => {
  const next = pathOf(request)
  // Loading it once more would bring nothing else.
  if (isCurrentAddress(next)) return
  if (document.querySelector('script[src="/analytics.js"]')) throw redirectDocument(next)
}

/** The login page is for people who are not signed in. */
export const requireNobody: MiddlewareFunction = async ({ request }) => {
  const user = await sessionReady()
  if (user) throw replace(afterLogIn(user, new URL(request.url).search))
}
