import { TextField } from '../../ui/forms/fields'
import { PasswordField } from '../../ui/forms/password-field'
import { fields } from './words.en'

/** The form of a new account before anything is typed. */
export const noAccount = { name: '', email: '', password: '', confirmPassword: '' }

/** The fields that every new account has: name, email, and the password twice (docs/product.md, section 2.1). */
export function AccountFields() {
  return (
    <>
      <TextField name="name" label={fields.name} autoComplete="name" required />
      <EmailField />
      <PasswordField
        name="password"
        label={fields.password}
        autoComplete="new-password"
        hint={fields.passwordHint}
      />
      <PasswordField name="confirmPassword" label={fields.confirmPassword} autoComplete="new-password" />
    </>
  )
}

/** The address of an account. */
export function EmailField() {
  return <TextField name="email" label={fields.email} type="email" autoComplete="username" required />
}
