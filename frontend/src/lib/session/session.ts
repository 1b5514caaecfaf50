import * as v from 'valibot'
import { send } from '../api/client'
import { toFailure } from '../api/failure'
import { atom, store } from '../state/store'
import { forgetDrafts } from '../storage/forget-drafts'
import { authStore, forgetSession } from './auth-store'

/** The roles of people (docs/product.md, section 1). */
export const roles = ['admin', 'student', 'tutor'] as const

export type Role = (typeof roles)[number]

/** A person as the server names them (docs/product.md, section 1); `createdAt` is RFC 3339 in UTC. */
export const userSchema = v.object({
  _id: v.string(),
  name: v.string(),
  email: v.string(),
  role: v.picklist(roles),
  status: v.optional(v.picklist(['active', 'inactive']), 'active'),
  verified: v.optional(v.boolean(), false),
  createdAt: v.optional(v.string(), ''),
})

export type User = v.InferOutput<typeof userSchema>

/** Who is signed in, and whether the session is still being checked. */
export type Session = { user: User | null; loading: boolean }

/** Whose session it is: the account and its role, or '' for nobody. */
export const ownerOf = ({ user }: Session) => (user ? `${user._id} ${user.role}` : '')

function storedUser(): User | null {
  const read = v.safeParse(userSchema, authStore.record)
  return authStore.token && read.success ? read.output : null
}

/** The session, from storage at first (docs/product.md, section 2.4). */
export const sessionAtom = atom<Session>({ user: storedUser(), loading: true })

/** True where a bearer token is stored. */
export const hasToken = () => authStore.token !== ''

/** Names the session of now, for `endSession`. */
export const sessionToken = () => authStore.token

const readStorage = () => store.set(sessionAtom, (session) => ({ ...session, user: storedUser() }))

authStore.onChange(readStorage)

window.addEventListener('storage', ({ key }) => {
  if (key === 'token' || key === 'user' || key === null) readStorage()
})

/** Stores a token and its user: the person is signed in from here on. */
export function beginSession(token: string, user: User) {
  authStore.save(token, user)
}

/**
 * Keeps what has changed of the person signed in, and the token with which the
 * session goes on. Who has logged out meanwhile stays so.
 */
export function updateSession(change: Partial<User>, token = authStore.token) {
  const user = storedUser()
  if (user) beginSession(token, { ...user, ...change })
}

/** Forgets the token, the user and their half-written forms; nothing where another session than the named one has begun. */
export function endSession(token = authStore.token) {
  if (token !== authStore.token) return
  forgetDrafts()
  authStore.clear()
}

let started: Promise<void> | undefined

/**
 * Checks the stored session with the server, once a page load: the answer
 * replaces the stored user if it differs, a 401 clears both, any other failure
 * is only logged (docs/product.md, section 2.4).
 */
export function startSession(): Promise<void> {
  started ??= checkSession().finally(() => {
    store.set(sessionAtom, (session) => ({ ...session, loading: false }))
  })
  return started
}

/** Who is signed in, once the session has been checked. */
export async function sessionReady(): Promise<User | null> {
  await startSession()
  return store.get(sessionAtom).user
}

/** Asks the server who is signed in, and adopts the answer; a 401 ends the session. */
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
    if (failure.status !== 401) console.warn('The session could not be checked.', failure)
    else await forgetSession(token)
  }
}
