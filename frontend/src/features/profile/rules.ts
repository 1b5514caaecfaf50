import * as v from 'valibot'
import type { Role } from '../../lib/session/session'
import { passwordOf } from '../../lib/validation/password'
import { checkedText, emailAddress, isBlank, optionalText, requiredText } from '../../lib/validation/rules'
import { rules } from './words'

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

const newPassword = passwordOf(rules.passwordTooShort, rules.passwordTooShort)

/** The fields of the profile form. The server checks the current password, which only a new address takes. */
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
