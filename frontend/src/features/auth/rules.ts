import * as v from 'valibot'
import { checkedText, emailAddress, isBlank, newPassword, requiredText } from '../../lib/validation/rules'
import { rules } from './words'

/** What signing in takes (docs/product.md, section 2.3): one sentence, at the first field that is empty. */
export const logInSchema = v.pipe(
  v.object({ email: v.string(), password: v.string() }),
  v.forward(
    v.check(({ email }) => !isBlank(email), rules.logInRequired),
    ['email'],
  ),
  v.forward(
    v.check(({ email, password }) => isBlank(email) || password !== '', rules.logInRequired),
    ['password'],
  ),
)

/** What opening a student account takes (docs/product.md, section 2.1). */
export const signUpSchema = v.object({
  name: requiredText('Name', 200),
  email: emailAddress,
  password: newPassword,
})

/** What registering as an admin takes (docs/product.md, section 2.2); the server knows whether the key is right. */
export const adminSignUpSchema = v.object({
  ...signUpSchema.entries,
  adminKey: checkedText((key) => (isBlank(key) ? rules.keyRequired : undefined)),
})

/** The sign-up as its form holds it; the second password never leaves the form. */
export const signUpFormSchema = v.pipe(
  v.object({ ...signUpSchema.entries, confirmPassword: v.string() }),
  v.forward(
    v.check(({ password, confirmPassword }) => password === confirmPassword, rules.passwordsDiffer),
    ['confirmPassword'],
  ),
)

/** The admin registration as its form holds it. */
export const adminSignUpFormSchema = v.pipe(
  v.object({
    ...signUpSchema.entries,
    confirmPassword: v.string(),
    adminKey: adminSignUpSchema.entries.adminKey,
  }),
  v.forward(
    v.check(({ password, confirmPassword }) => password === confirmPassword, rules.passwordsDiffer),
    ['confirmPassword'],
  ),
)

/** What asking for a link to reset a password takes. */
export const forgotPasswordSchema = v.object({ email: emailAddress })

/** A new password as the form behind a mailed link holds it. */
export const resetPasswordSchema = v.pipe(
  v.object({ password: newPassword, confirmPassword: v.string() }),
  v.forward(
    v.check(({ password, confirmPassword }) => password === confirmPassword, rules.passwordsDiffer),
    ['confirmPassword'],
  ),
)
