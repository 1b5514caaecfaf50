import { send } from '../../lib/client'
import { beginSession, type User } from '../../lib/session'
import { type AdminSignUp, type LogIn, openedSessionSchema, type SignUp } from './types'

/** Signs in and stores the session (docs/product.md, section 2.3). Throws a Failure. */
export async function logIn(credentials: LogIn): Promise<User> {
  const { token, user } = await send(openedSessionSchema, '/auth/login', {
    method: 'POST',
    body: credentials,
  })
  beginSession(token, user)
  return user
}

/** Opens a student account and stores its session (docs/product.md, section 2.1). Throws a Failure. */
export async function signUp(account: SignUp): Promise<User> {
  const { token, user } = await send(openedSessionSchema, '/auth/signup', { method: 'POST', body: account })
  beginSession(token, user)
  return user
}

/** Registers an admin with the admin key, then signs in (docs/product.md, section 2.2). Throws a Failure. */
export async function adminSignUp(account: AdminSignUp): Promise<User> {
  const body = { ...account, role: 'admin' }
  await send(openedSessionSchema, '/auth/signup', { method: 'POST', body, withoutToken: true })
  return logIn({ email: account.email, password: account.password })
}
