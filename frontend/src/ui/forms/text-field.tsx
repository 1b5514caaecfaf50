import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field'

type FieldText = { label: string; hint?: ReactNode; error?: string | undefined; required?: boolean }

/** A labelled field for one line of text. */
export function TextField({
  label,
  hint,
  error,
  required,
  ...input
}: FieldText & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(aria) => <input type="text" {...input} {...aria} className="input w-full" />}
    </Field>
  )
}

/** A labelled field for several lines of text. */
export function TextArea({
  label,
  hint,
  error,
  required,
  rows = 5,
  ...input
}: FieldText & Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(aria) => <textarea {...input} {...aria} rows={rows} className="textarea w-full" />}
    </Field>
  )
}

/** A labelled choice among a few options. */
export function SelectField({
  label,
  hint,
  error,
  required,
  choices,
  ...input
}: FieldText &
  Omit<ComponentProps<'select'>, 'className'> & { choices: { value: string; label: string }[] }) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(aria) => (
        <select {...input} {...aria} className="select w-full">
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
