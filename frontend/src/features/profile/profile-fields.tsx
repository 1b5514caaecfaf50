import type { Path, UseFormReturn } from 'react-hook-form'
import type { Role } from '../../lib/session/session'
import { SelectField, TextArea, TextField } from '../../ui/forms/text-field'
import { experiences } from './rules'
import type { Profile } from './types'

const experienceChoices = [{ value: '', label: 'Choose' }, ...experiences]

/** The fields of a profile; specialization and experience are a tutor's (docs/product.md, section 2.5). */
export function ProfileFields({
  form,
  role,
  editing,
}: {
  form: UseFormReturn<Profile>
  role: Role
  editing: boolean
}) {
  const { errors } = form.formState
  const field = (name: Path<Profile>, required = false) => ({
    // Who reads is not told what would be required of who writes.
    required: required || !editing,
    readOnly: !editing,
    placeholder: editing ? undefined : 'Not given',
    error: errors[name]?.message,
    // Editing a field clears what was wrong with it.
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
  })
  const chosen = experiences.find(({ value }) => value === form.getValues('experience'))

  return (
    <div className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <TextField label="First Name" autoComplete="given-name" {...field('firstName', true)} />
      <TextField label="Last Name" autoComplete="family-name" {...field('lastName', true)} />
      <TextField label="Email" type="email" autoComplete="email" {...field('email', true)} />
      <TextField label="Phone" type="tel" autoComplete="tel" {...field('phone')} />
      <TextField label="Country" autoComplete="country-name" {...field('country')} />
      {role === 'tutor' && <TextField label="Specialization" {...field('specialization', true)} />}
      {role === 'tutor' &&
        (editing ? (
          <SelectField
            label="Experience"
            required
            choices={experienceChoices}
            error={errors.experience?.message}
            {...form.register('experience', { onChange: () => form.clearErrors('experience') })}
          />
        ) : (
          <TextField
            label="Experience"
            required
            readOnly
            value={chosen?.label ?? ''}
            placeholder="Not given"
          />
        ))}
      <div className="sm:col-span-2">
        <TextArea label="Bio" rows={editing ? 5 : 3} {...field('bio')} />
      </div>
    </div>
  )
}
