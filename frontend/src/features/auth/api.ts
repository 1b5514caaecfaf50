import { send } from '../../lib/api/client'
import { withDeadline } from '../../lib/api/deadline'
import { beginSession, type User } from '../../lib/session/session'
import { type AdminSignUp, type LogIn, openedSessionSchema, type SignUp } from './types'

/** Opens a session with an answer that must come in time, and stores it. */
async function openSession(path: string, body: object): Promise<User> {
  const { token, user } = await withDeadline((signal) =>
    send(openedSessionSchema, path, { method: 'POST', body, signal }),
  )
  beginSession(token, user)
  return user
}

/** Signs in and stores the session (docs/product.md, section 2.3). Throws a Failure. */
export const logIn = (credentials: LogIn) => openSession('/auth/login', credentials)

/** Opens a student account and stores its session (docs/product.md, section 2.1). Throws a Failure. */
export const signUp = (account: SignUp) => openSession('/auth/signup', account)

/** Registers an admin with the admin key, then signs in (docs/product.md, section 2.2). Throws a Failure. */
export async function adminSignUp(account: AdminSignUp): Promise<User> {
  const body = { ...account, role: 'admin' }
  await withDeadline((signal) =>
    send(openedSessionSchema, '/auth/signup', { method: 'POST', body, withoutToken: true, signal }),
  )
  return logIn({ email: account.email, password: account.password })
}
