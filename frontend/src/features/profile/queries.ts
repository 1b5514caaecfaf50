import { learn, makeChange, type Question } from '../../lib/api/query'
import { getProfile, updateProfile } from './api'
import type { Profile } from './types'

/** The reader's own profile, by the id of the account. */
export const profileQuery = (account: string): Question<Profile> => ({
  queryKey: ['users', 'profile', account],
  queryFn: ({ signal }) => getProfile(signal),
  meta: { sources: [{ noun: 'users', id: account }] },
})

/** As `updateProfile`; what was saved shows at once. */
export const saveProfile = (account: string, profile: Profile) =>
  makeChange(
    [{ noun: 'users', id: account, change: 'update' }],
    () => updateProfile(profile),
    (saved) => learn(profileQuery(account).queryKey, () => saved),
  )
