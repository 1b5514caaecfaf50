import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field'

type Frame = { label: string; hint?: ReactNode; error?: string | undefined; required?: boolean }

/** One line of text with its label. */
export function TextField({
  label,
  hint,
  error,
  required,
  ...input
}: Frame & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(aria) => <input type="text" {...input} {...aria} className="input w-full" />}
    </Field>
  )
}

/** Several lines of text with their label. */
export function TextArea({
  label,
  hint,
  error,
  required,
  rows = 5,
  ...input
}: Frame & Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(aria) => <textarea {...input} {...aria} rows={rows} className="textarea w-full" />}
    </Field>
  )
}

/** A choice among few, with its label. */
export function SelectField({
  label,
  hint,
  error,
  required,
  choices,
  ...input
}: Frame & Omit<ComponentProps<'select'>, 'className'> & { choices: { value: string; label: string }[] }) {
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
