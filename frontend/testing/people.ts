import type { Profile } from '../src/features/profile/model'
import { authStore } from '../src/lib/session/auth-store'
import { beginSession, type Role, type User } from '../src/lib/session/session'

/** A user as the server sends it. */
export function person(role: Role): User {
  return {
    _id: `${role}-1`,
    name: 'Robin Vale',
    email: 'robin@example.com',
    role,
    status: 'active',
    verified: true,
    createdAt: '2026-11-01T09:00:00.000Z',
  }
}

/** A profile as the server sends it. `overrides` replaces fields. */
export function profile(overrides: Partial<Profile> = {}): Profile {
  return {
    firstName: 'Robin',
    lastName: 'Vale',
    email: 'robin@example.com',
    phone: '',
    bio: '',
    specialization: '',
    experience: '',
    country: '',
    ...overrides,
  }
}

/** Signs in a user with this role and the wanted properties, or signs out if the role is null. */
export function signedIn(role: Role | null, wanted: Partial<User> = {}) {
  if (role) beginSession('a-token', { ...person(role), ...wanted })
  else authStore.clear()
}
