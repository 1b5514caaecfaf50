import { sendChange } from '../../lib/api/change'
import { send } from '../../lib/api/client'
import { renewSession } from '../../lib/session/renewal'
import { endSession, sessionToken, updateSession } from '../../lib/session/session'
import {
  changedPasswordSchema,
  deletedAccountSchema,
  type PasswordForm,
  type Profile,
  type ProfileChange,
  profileAnswerSchema,
  savedProfileSchema,
} from './types'

/** The caller's own profile. Throws a Failure. */
export const getProfile = (signal?: AbortSignal) => send(profileAnswerSchema, '/users/profile', { signal })

/**
 * Saves the caller's profile; the name in the session follows it, and a new
 * address takes the password and continues with a new token (docs/product.md, section 2.5). Throws a Failure.
 */
export function updateProfile(profile: ProfileChange): Promise<Profile> {
  return renewSession(async () => {
    const { token, ...saved } = await sendChange(savedProfileSchema, 'PUT', '/users/profile', profile)
    const person = { name: `${saved.firstName} ${saved.lastName}`, email: saved.email }
    if (token) updateSession({ ...person, verified: false }, token)
    else updateSession(person)
    return saved
  })
}

/** Changes the password; every other session ends, this one continues (docs/product.md, section 2.6). Throws a Failure. */
export function changePassword({
  currentPassword,
  newPassword,
}: Pick<PasswordForm, 'currentPassword' | 'newPassword'>): Promise<void> {
  const body = { currentPassword, newPassword }
  return renewSession(async () => {
    const { token, user } = await sendChange(changedPasswordSchema, 'PUT', '/users/change-password', body)
    updateSession(user, token)
  })
}

/**
 * Deletes the account with everything it owns (docs/product.md, section 2.7), which
 * takes its password, and ends its session here. In the same step it calls `leave`, which must go to a
 * page that needs no session. Throws a Failure.
 */
export function deleteAccount(currentPassword: string, leave: () => void): Promise<void> {
  return renewSession(async () => {
    const token = sessionToken()
    await sendChange(deletedAccountSchema, 'DELETE', '/users/delete-account', { currentPassword })
    endSession(token)
    leave()
  })
}
