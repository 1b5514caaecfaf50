import * as v from 'valibot'
import type { Role } from '../../lib/session/session'
import { checkedText, emailAddress, isBlank, optionalText, requiredText } from '../../lib/validation/rules'
import { rules } from './words'

/** What a tutor may choose as experience, as it is stored and as people read it (docs/product.md, section 2.5). */
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

/** What a profile takes (docs/product.md, section 2.5); specialization and experience are asked of tutors only. */
export function profileSchema(role: Role) {
  const tutor = role === 'tutor'
  return v.object({
    firstName: requiredText('First name', 100),
    lastName: requiredText('Last name', 100),
    email: emailAddress,
    phone: optionalText('Phone', 40),
    bio: optionalText('Bio', 2000),
    specialization: tutor ? requiredText('Specialization', 200) : v.string(),
    experience: tutor ? experience : v.string(),
    country: optionalText('Country', 100),
  })
}

const newPassword = checkedText((value) => {
  if ([...value].length < 6) return rules.passwordTooShort
  if (new TextEncoder().encode(value).length > 72) return rules.passwordTooLong
})

/** What a new password must be (docs/product.md, section 2.6). */
export const newPasswordSchema = v.object({ newPassword })

/** The change of a password as its form holds it; the current one is for the server to judge. */
export const passwordFormSchema = v.pipe(
  v.object({ currentPassword: v.string(), newPassword, confirmPassword: v.string() }),
  v.forward(
    v.check(({ newPassword, confirmPassword }) => newPassword === confirmPassword, rules.passwordsDiffer),
    ['confirmPassword'],
  ),
)
