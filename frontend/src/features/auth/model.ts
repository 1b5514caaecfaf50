import * as v from 'valibot'
import * as limits from '#domain/limits.json'
import { userSchema } from '../../lib/session/session'
import { newPassword } from '../../lib/validation/password'
import { checkedText, emailAddress, isBlank, requiredText } from '../../lib/validation/rules'
import { rules } from './words.en'

/** The answer to a login or a sign-up (docs/product.md, section 2.3). */
export const openedSessionSchema = v.object({ token: v.string(), user: userSchema })

/** A confirmed address. `workComesLater`: guest work follows once the change to this address can no longer be undone. */
export const confirmedAddressSchema = v.object({ workComesLater: v.boolean() })

/** The answer to undoing a change of address. */
export const undoneChangeSchema = v.object({ message: v.string() })

export type LogIn = v.InferInput<typeof logInSchema>
export type SignUp = v.InferInput<typeof signUpSchema>
export type AdminSignUp = v.InferInput<typeof adminSignUpSchema>

/** The input of signing in (docs/product.md, section 2.3). One message, at the first empty field. */
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

/** The input of signing up as a student (docs/product.md, section 2.1). */
export const signUpSchema = v.object({
  name: requiredText('Name', limits.name),
  email: emailAddress,
  password: newPassword,
})

/** The input of registering as an admin (docs/product.md, section 2.2). The server checks the key. */
export const adminSignUpSchema = v.object({
  ...signUpSchema.entries,
  adminKey: checkedText((key) => (isBlank(key) ? rules.keyRequired : undefined)),
})

/** The fields of the sign-up form. The second password is not sent. */
export const signUpFormSchema = v.pipe(
  v.object({ ...signUpSchema.entries, confirmPassword: v.string() }),
  v.forward(
    v.check(({ password, confirmPassword }) => password === confirmPassword, rules.passwordsDiffer),
    ['confirmPassword'],
  ),
)

/** The fields of the admin registration form. */
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

/** What somebody enters to get a link that resets a password. */
export const forgotPasswordSchema = v.object({ email: emailAddress })

/** The password of an account, which only the server can check. */
export const ownPasswordSchema = v.object({
  password: checkedText((value) => (value === '' ? rules.passwordRequired : undefined)),
})

/** A new password as the form behind an emailed link holds it. */
export const newPasswordSchema = v.pipe(
  v.object({ password: newPassword, confirmPassword: v.string() }),
  v.forward(
    v.check(({ password, confirmPassword }) => password === confirmPassword, rules.passwordsDiffer),
    ['confirmPassword'],
  ),
)
