import type { UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from '../../ui/forms/password-field'
import { TextField } from '../../ui/forms/text-field'
import { fields } from './words'

type Name = 'name' | 'email' | 'password' | 'confirmPassword'

/** The fields that every new account has: name, email, and the password twice (docs/product.md, section 2.1). */
export function AccountFields({
  register,
  errors,
}: {
  register: (name: Name) => UseFormRegisterReturn
  errors: Partial<Record<Name, { message?: string | undefined }>>
}) {
  return (
    <>
      <TextField
        label={fields.name}
        autoComplete="name"
        required
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label={fields.email}
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={fields.password}
        autoComplete="new-password"
        hint={fields.passwordHint}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label={fields.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
    </>
  )
}
