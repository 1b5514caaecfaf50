import * as v from 'valibot'
import { send } from '../api/client'
import { toFailure } from '../api/failure'
import { atom, store } from '../state/store'
import { forgetDrafts } from '../storage/forget-drafts'
import { authStore, forgetSession } from './auth-store'

/** The roles of people (docs/product.md, section 1). */
export const roles = ['admin', 'student', 'tutor'] as const

export type Role = (typeof roles)[number]

/**
 * A user as the server sends it (docs/product.md, section 1); `createdAt` is RFC 3339 in UTC.
 * An admin who `mustConfirm` works only once the address is confirmed.
 */
export const userSchema = v.object({
  _id: v.string(),
  name: v.string(),
  email: v.string(),
  role: v.picklist(roles),
  status: v.optional(v.picklist(['active', 'inactive']), 'active'),
  verified: v.optional(v.boolean(), false),
  createdAt: v.optional(v.string(), ''),
  mustConfirm: v.optional(v.boolean()),
})

export type User = v.InferOutput<typeof userSchema>

/** Who is signed in, and whether the session is still being checked. */
export type Session = { user: User | null; loading: boolean }

/** Identifies whose session it is by account and what it may do; '' if nobody is signed in. */
export const ownerOf = ({ user }: Session) => (user ? `${user._id} ${user.role} ${user.mustConfirm}` : '')

function storedUser(): User | null {
  const read = v.safeParse(userSchema, authStore.record)
  return authStore.token && read.success ? read.output : null
}

/** The session; at first the stored one (docs/product.md, section 2.4). */
export const sessionAtom = atom<Session>({ user: storedUser(), loading: true })

/** Whether a bearer token is stored. */
export const hasToken = () => authStore.token !== ''

/** The token of the current session, to pass to `endSession`. */
export const sessionToken = () => authStore.token

const readStorage = () => store.set(sessionAtom, (session) => ({ ...session, user: storedUser() }))

authStore.onChange(readStorage)

window.addEventListener('storage', ({ key }) => {
  if (key === 'token' || key === 'user' || key === null) readStorage()
})

/** Signs a user in: stores the token and the user. */
export function beginSession(token: string, user: User) {
  authStore.save(token, user)
}

/**
 * Stores changes to the signed-in user and, if the session was renewed, its new
 * token. Does nothing if the person has logged out meanwhile.
 */
export function updateSession(change: Partial<User>, token = authStore.token) {
  const user = storedUser()
  if (user) beginSession(token, { ...user, ...change })
}

/** Signs the user out: deletes the token, the user and all drafts. Does nothing if the given token is no longer the current one. */
export function endSession(token = authStore.token) {
  if (token !== authStore.token) return
  forgetDrafts()
  authStore.clear()
}

/**
 * Logs the user out: ends the session on the server too, if it can be reached. This
 * browser forgets it in any case.
 */
export function logOut() {
  if (!hasToken()) return
  send(v.unknown(), '/auth/logout', { method: 'POST', keepalive: true }).catch(() => {}) // with the token as it is now
  endSession()
}

let firstCheck: Promise<void> | undefined

/**
 * Checks the stored session with the server, once per page load. The answer
 * replaces the stored user if it differs; a 401 ends the session; any other
 * failure is only logged (docs/product.md, section 2.4).
 */
export function startSession(): Promise<void> {
  firstCheck ??= checkSession().finally(() => {
    store.set(sessionAtom, (session) => ({ ...session, loading: false }))
  })
  return firstCheck
}

/** The signed-in user, once the session has been checked. */
export async function sessionReady(): Promise<User | null> {
  await startSession()
  return store.get(sessionAtom).user
}

/** Requests the signed-in user and stores the answer. A 401 ends the session. */
export async function checkSession() {
  const token = authStore.token
  const user = storedUser()
  if (!token || !user) return
  try {
    const current = await send(userSchema, '/auth/me')
    if (authStore.token !== token) return
    if (JSON.stringify(current) !== JSON.stringify(user)) beginSession(token, current)
  } catch (error) {
    const failure = toFailure(error)
    if (failure.status !== 401) console.warn(failure)
    else await forgetSession(token)
  }
}
