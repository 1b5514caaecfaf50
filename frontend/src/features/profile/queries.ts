import { learn, makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import { getProfile, updateProfile } from './api'
import type { ProfileChange } from './types'

/** The reader's own profile, by the id of the account. */
export const profileQuery = (account: string) =>
  question(['users', 'profile', account], getProfile, [{ noun: 'users', id: account }])

/** As `updateProfile`. The page shows the saved profile immediately. */
export const saveProfile = (account: string, profile: ProfileChange) =>
  makeChange(
    [{ noun: 'users', id: account, change: 'update' }],
    () => updateProfile(profile),
    (saved) => learn(profileQuery(account).queryKey, () => saved),
  )
