import * as v from 'valibot'
import * as limits from '#domain/limits.json'
import { type Role, userSchema } from '../../lib/session/session'
import { passwordOf } from '../../lib/validation/password'
import { checkedText, emailAddress, isBlank, optionalText, requiredText } from '../../lib/validation/rules'
import { rules } from './words.en'

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

/** A change to a profile. A new address needs the password. */
export type ProfileChange = Profile & { currentPassword?: string }

/** A saved profile. If a new address has ended all sessions, `token` continues this one. */
export const savedProfileSchema = v.object({ ...profileEntries, token: v.optional(v.string()) })

/** A changed password, with the token that continues this session. */
export const changedPasswordSchema = v.object({ message: v.string(), token: v.string(), user: userSchema })

/** The answer to the deletion of an account. */
export const deletedAccountSchema = v.object({ message: v.string() })

export type ProfileForm = v.InferInput<ReturnType<typeof profileFormSchema>>

export type PasswordForm = v.InferInput<typeof passwordFormSchema>

/** The levels of experience of tutors, as stored and as shown (docs/product.md, section 2.5). */
export const experiences = [
  { value: 'Beginner', label: 'Beginner (0-2 years)' },
  { value: 'Intermediate', label: 'Intermediate (2-5 years)' },
  { value: 'Advanced', label: 'Advanced (5-10 years)' },
  { value: 'Expert', label: 'Expert (10+ years)' },
]

const experience = checkedText((value) => {
  if (isBlank(value)) return rules.experienceRequired
  if (!experiences.some((known) => known.value === value.trim())) return rules.experienceInvalid
})

/** The input of a profile (docs/product.md, section 2.5). Only tutors have specialization and experience. */
export function profileSchema(role: Role) {
  const tutor = role === 'tutor'
  return v.object({
    firstName: requiredText('First name', limits.firstName),
    lastName: requiredText('Last name', limits.lastName),
    email: emailAddress,
    phone: optionalText('Phone', limits.phone),
    bio: optionalText('Bio', limits.bio),
    specialization: tutor ? requiredText('Specialization', limits.specialization) : v.string(),
    experience: tutor ? experience : v.string(),
    country: optionalText('Country', limits.country),
  })
}

const newPassword = passwordOf(rules.passwordTooShort, rules.passwordTooShort)

/** The fields of the profile form. The server checks the current password, which only a new address needs. */
export const profileFormSchema = (role: Role) =>
  v.object({ ...profileSchema(role).entries, currentPassword: v.string() })

/** The rule for new passwords (docs/product.md, section 2.6). */
export const newPasswordSchema = v.object({ newPassword })

/** The fields of the password form. The server checks the current password. */
export const passwordFormSchema = v.pipe(
  v.object({ currentPassword: v.string(), newPassword, confirmPassword: v.string() }),
  v.forward(
    v.check(({ newPassword, confirmPassword }) => newPassword === confirmPassword, rules.passwordsDiffer),
    ['confirmPassword'],
  ),
)

/** The secret address of a calendar (docs/product.md, section 9.4); empty if there is none. */
export const calendarSchema = v.object({ url: v.string() })

export const removedCalendarSchema = v.object({ message: v.string() })

/** Where the reader is logged in (docs/product.md, section 2.4); times are RFC 3339 in UTC. */
const openSessionSchema = v.object({
  _id: v.string(),
  device: v.string(),
  createdAt: v.string(),
  lastSeenAt: v.string(),
  isCurrent: v.boolean(),
})

export type OpenSession = v.InferOutput<typeof openSessionSchema>

export const openSessionsSchema = v.array(openSessionSchema)

export const endedSchema = v.object({ message: v.string() })

/** What somebody has chosen about one kind of message (docs/product.md, section 9.2): `app` is the notice. */
const noticeSettingSchema = v.object({
  kind: v.string(),
  title: v.string(),
  app: v.boolean(),
  mail: v.boolean(),
  required: v.boolean(),
})

export type NoticeSetting = v.InferOutput<typeof noticeSettingSchema>

/** The two ways in which a message is told. */
export type Channel = 'app' | 'mail'

export const noticeSettingsSchema = v.object({ kinds: v.array(noticeSettingSchema) })

export type NoticeSettings = v.InferOutput<typeof noticeSettingsSchema>
