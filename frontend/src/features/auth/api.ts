import * as v from 'valibot'
import { sendChange, withDeadline } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { beginSession, checkSession, type User } from '../../lib/session/session'
import {
  type AdminSignUp,
  confirmedAddressSchema,
  type LogIn,
  openedSessionSchema,
  type SignUp,
  undoneChangeSchema,
} from './model'

/** Signs in or up with a deadline for the answer, and stores the session. */
async function openSession(path: string, body: object): Promise<User> {
  const { token, user } = await sendChange(openedSessionSchema, 'POST', path, body)
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
 * Uses the token of an emailed link, which may change the account that is signed
 * in here or end its session. So the session is checked afterwards.
 */
async function spendToken<Answer>(use: () => Promise<Answer>): Promise<Answer> {
  const answer = await use()
  await checkSession()
  return answer
}

/** Sets a new password with the token of a link, which ends all sessions of its account. Throws a Failure. */
export const resetPassword = (token: string, password: string) =>
  spendToken(() =>
    post('/collections/users/confirm-password-reset', { token, password, passwordConfirm: password }),
  )

/**
 * Confirms an address with the token of a link (docs/product.md, section 2.8). A
 * browser that is not signed in to the account of the link also needs its
 * password, or a new one, which ends all sessions of the account. Throws a Failure.
 */
export const confirmAddress = (token: string, proof: { password?: string; newPassword?: string } = {}) =>
  spendToken(() => sendChange(confirmedAddressSchema, 'POST', '/auth/verify-email', { token, ...proof }))

/** Restores the former address of an account with the token of a link, and returns what the server says (docs/product.md, section 2.9). Throws a Failure. */
export async function undoAddressChange(token: string): Promise<string> {
  const { message } = await spendToken(() =>
    withDeadline((signal) =>
      send(undoneChangeSchema, '/auth/undo-email', {
        method: 'POST',
        body: { token },
        withoutToken: true,
        signal,
      }),
    ),
  )
  return message
}
