import * as v from 'valibot'
import { userSchema } from '../../lib/session/session'
import type { passwordFormSchema, profileFormSchema } from './rules'

const profileEntries = {
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.string(),
  bio: v.string(),
  specialization: v.string(),
  experience: v.string(),
  country: v.string(),
}

/** A profile (docs/product.md, section 2.5). Missing details are empty strings. */
export const profileAnswerSchema = v.object(profileEntries)

export type Profile = v.InferOutput<typeof profileAnswerSchema>

/** A change to a profile. A new address takes the password. */
export type ProfileChange = Profile & { currentPassword?: string }

/** A saved profile. If a new address has ended all sessions, `token` continues this one. */
export const savedProfileSchema = v.object({ ...profileEntries, token: v.optional(v.string()) })

/** A changed password, with the token that continues this session. */
export const changedPasswordSchema = v.object({ message: v.string(), token: v.string(), user: userSchema })

/** The answer to the deletion of an account. */
export const deletedAccountSchema = v.object({ message: v.string() })

export type ProfileForm = v.InferInput<ReturnType<typeof profileFormSchema>>

export type PasswordForm = v.InferInput<typeof passwordFormSchema>
