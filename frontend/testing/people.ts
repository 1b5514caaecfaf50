import type { Profile } from '../src/features/profile/types'
import { authStore } from '../src/lib/session/auth-store'
import { beginSession, type Role, type User } from '../src/lib/session/session'

/** A person as the server names them. */
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

/** What a person tells of themselves, with what a test wants of it. */
export function profile(wanted: Partial<Profile> = {}): Profile {
  return {
    firstName: 'Robin',
    lastName: 'Vale',
    email: 'robin@example.com',
    phone: '',
    bio: '',
    specialization: '',
    experience: '',
    country: '',
    ...wanted,
  }
}

/** Signs somebody in, with what a test wants of them, or everybody out. */
export function signedIn(role: Role | null, wanted: Partial<User> = {}) {
  if (role) beginSession('a-token', { ...person(role), ...wanted })
  else authStore.clear()
}
