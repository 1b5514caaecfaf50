import * as v from 'valibot'
import { send } from '../../lib/api/client'
import { withDeadline } from '../../lib/api/deadline'
import { beginSession, checkSession, sessionAtom, type User } from '../../lib/session/session'
import { store } from '../../lib/state/store'
import { type AdminSignUp, type LogIn, openedSessionSchema, type SignUp } from './types'

/** Signs in or up with a deadline for the answer, and stores the session. */
async function openSession(path: string, body: object): Promise<User> {
  const { token, user } = await withDeadline((signal) =>
    send(openedSessionSchema, path, { method: 'POST', body, signal }),
  )
  beginSession(token, user)
  return user
}

/** Signs in and stores the session (docs/product.md, section 2.3). Throws a Failure. */
export const logIn = (credentials: LogIn) => openSession('/auth/login', credentials)

/** Creates a student account and stores its session (docs/product.md, section 2.1). Throws a Failure. */
export const signUp = (account: SignUp) => openSession('/auth/signup', account)

/** Registers an admin with the admin key, then signs in (docs/product.md, section 2.2). Throws a Failure. */
export async function adminSignUp(account: AdminSignUp): Promise<User> {
  const body = { ...account, role: 'admin' }
  await withDeadline((signal) =>
    send(openedSessionSchema, '/auth/signup', { method: 'POST', body, withoutToken: true, signal }),
  )
  return logIn({ email: account.email, password: account.password })
}

/** Posts, as a visitor, something whose answer says nothing but that it was accepted. */
const post = (path: string, body: object) =>
  withDeadline((signal) => send(v.unknown(), path, { method: 'POST', body, withoutToken: true, signal }))

/** Asks for a link that resets the password; the answer is the same without such an account. Throws a Failure. */
export const requestPasswordReset = (email: string) =>
  post('/collections/users/request-password-reset', { email })

/** Asks for a link that confirms an address (docs/product.md, section 2.8). Throws a Failure. */
export const requestVerification = (email: string) =>
  post('/collections/users/request-verification', { email })

/**
 * Uses the token of a mailed link, which may change the account that is signed
 * in here or end its session. So the session is checked afterwards.
 */
async function spendToken(path: string, body: object) {
  await post(path, body)
  await checkSession()
}

/** Sets a new password with the token of a link, which ends all sessions of its account. Throws a Failure. */
export const resetPassword = (token: string, password: string) =>
  spendToken('/collections/users/confirm-password-reset', { token, password, passwordConfirm: password })

/** Confirms an address with the token of a link; true if it is that of the account signed in here. Throws a Failure. */
export async function confirmAddress(token: string): Promise<boolean> {
  const { user: before } = store.get(sessionAtom)
  await spendToken('/collections/users/confirm-verification', { token })
  const { user } = store.get(sessionAtom)
  return user?._id === before?._id && user?.verified === true && before?.verified === false
}

/** Restores the former address of an account with the token of a link (docs/product.md, section 2.9). Throws a Failure. */
export const undoAddressChange = (token: string) => spendToken('/auth/undo-email', { token })
