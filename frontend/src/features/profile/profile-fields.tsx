import type { Path, UseFormReturn } from 'react-hook-form'
import type { Role } from '../../lib/session/session'
import { PasswordField } from '../../ui/forms/password-field'
import { SelectField, TextArea, TextField } from '../../ui/forms/text-field'
import { experiences } from './rules'
import type { ProfileForm } from './types'
import { fields, password } from './words'

const experienceChoices = [{ value: '', label: fields.choose }, ...experiences]

/** The fields of a profile. Only tutors have specialization and experience (docs/product.md, section 2.5). */
export function ProfileFields({
  form,
  role,
  editing,
  hasNewAddress,
}: {
  form: UseFormReturn<ProfileForm>
  role: Role
  editing: boolean
  /** Whether another address than the saved one is typed. */
  hasNewAddress: boolean
}) {
  const { errors } = form.formState
  const field = (name: Path<ProfileForm>, required = false) => ({
    // While reading, no field is marked as optional.
    required: required || !editing,
    readOnly: !editing,
    placeholder: editing ? undefined : fields.empty,
    error: errors[name]?.message,
    // Editing a field clears what was wrong with it.
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
  })
  const chosen = experiences.find(({ value }) => value === form.getValues('experience'))

  return (
    <div className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <TextField label={fields.firstName} autoComplete="given-name" {...field('firstName', true)} />
      <TextField label={fields.lastName} autoComplete="family-name" {...field('lastName', true)} />
      <TextField label={fields.email} type="email" autoComplete="email" {...field('email', true)} />
      {hasNewAddress && (
        <PasswordField
          label={password.current}
          hint={fields.currentPasswordHint}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { onChange: () => form.clearErrors('currentPassword') })}
        />
      )}
      <TextField label={fields.phone} type="tel" autoComplete="tel" {...field('phone')} />
      <TextField label={fields.country} autoComplete="country-name" {...field('country')} />
      {role === 'tutor' && <TextField label={fields.specialization} {...field('specialization', true)} />}
      {role === 'tutor' &&
        (editing ? (
          <SelectField
            label={fields.experience}
            required
            choices={experienceChoices}
            error={errors.experience?.message}
            {...form.register('experience', { onChange: () => form.clearErrors('experience') })}
          />
        ) : (
          <TextField
            label={fields.experience}
            required
            readOnly
            value={chosen?.label ?? ''}
            placeholder={fields.empty}
          />
        ))}
      <div className="sm:col-span-2">
        <TextArea label={fields.bio} rows={editing ? 5 : 3} {...field('bio')} />
      </div>
    </div>
  )
}
