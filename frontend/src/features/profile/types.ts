import * as v from 'valibot'
import { userSchema } from '../../lib/session/session'
import type { passwordFormSchema } from './rules'

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

/** What people say about themselves (docs/product.md, section 2.5); empty where they say nothing. */
export const profileAnswerSchema = v.object(profileEntries)

export type Profile = v.InferOutput<typeof profileAnswerSchema>

/** A saved profile; `token` continues the session where a new address has ended the old one. */
export const savedProfileSchema = v.object({ ...profileEntries, token: v.optional(v.string()) })

/** A changed password, with the token that continues this session. */
export const changedPasswordSchema = v.object({ message: v.string(), token: v.string(), user: userSchema })

/** What the deletion of an account answers. */
export const deletedAccountSchema = v.object({ message: v.string() })

export type PasswordForm = v.InferInput<typeof passwordFormSchema>
