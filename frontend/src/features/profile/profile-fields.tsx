import type { UseFormReturn } from 'react-hook-form'
import type { Role } from '../../lib/session/session'
import { TextArea, TextField } from '../../ui/forms/fields'
import { PasswordField } from '../../ui/forms/password-field'
import { SelectField } from '../../ui/forms/select-field'
import { experiences, type ProfileForm } from './model'
import { fields, password } from './words.en'

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
  /** Whether the typed address differs from the saved one. */
  hasNewAddress: boolean
}) {
  const reading = { readOnly: !editing, placeholder: editing ? undefined : fields.empty }
  // While reading, no field is marked as optional.
  const optional = { ...reading, required: !editing }
  const required = { ...reading, required: true }
  const chosen = experiences.find(({ value }) => value === form.getValues('experience'))

  return (
    <div className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <TextField name="firstName" label={fields.firstName} autoComplete="given-name" {...required} />
      <TextField name="lastName" label={fields.lastName} autoComplete="family-name" {...required} />
      <TextField name="email" label={fields.email} type="email" autoComplete="email" {...required} />
      {hasNewAddress && (
        <PasswordField
          name="currentPassword"
          label={password.current}
          hint={fields.currentPasswordHint}
          autoComplete="current-password"
        />
      )}
      <TextField name="phone" label={fields.phone} type="tel" autoComplete="tel" {...optional} />
      <TextField name="country" label={fields.country} autoComplete="country-name" {...optional} />
      {role === 'tutor' && (
        <>
          <TextField name="specialization" label={fields.specialization} {...required} />
          {editing ? (
            <SelectField name="experience" label={fields.experience} required choices={experienceChoices} />
          ) : (
            <TextField label={fields.experience} value={chosen?.label ?? ''} {...required} />
          )}
        </>
      )}
      <div className="sm:col-span-2">
        <TextArea name="bio" label={fields.bio} rows={editing ? 5 : 3} {...optional} />
      </div>
    </div>
  )
}
