import { learn, makeChange, type Question } from '../../lib/api/query'
import { getProfile, updateProfile } from './api'
import type { Profile, ProfileChange } from './types'

/** The reader's own profile, by the id of the account. */
export const profileQuery = (account: string): Question<Profile> => ({
  queryKey: ['users', 'profile', account],
  queryFn: ({ signal }) => getProfile(signal),
  meta: { sources: [{ noun: 'users', id: account }] },
})

/** As `updateProfile`. The page shows the saved profile immediately. */
export const saveProfile = (account: string, profile: ProfileChange) =>
  makeChange(
    [{ noun: 'users', id: account, change: 'update' }],
    () => updateProfile(profile),
    (saved) => learn(profileQuery(account).queryKey, () => saved),
  )
