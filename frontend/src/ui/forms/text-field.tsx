import { type ControlProps, Field, type FieldProps } from './field'

/** A labelled field for one line of text. */
export function TextField({
  name,
  label,
  hint,
  error,
  required,
  asNumber = false,
  ...input
}: FieldProps & {
  /** The form holds what was typed as a number, NaN while there is none. */
  asNumber?: boolean
} & ControlProps<'input'>) {
  const field = { name, label, hint, error, required, options: { valueAsNumber: asNumber } }
  return (
    <Field {...field}>
      {(control) => <input type="text" {...input} {...control} className="input w-full" />}
    </Field>
  )
}

/** A labelled field for several lines of text. */
export function TextArea({
  name,
  label,
  hint,
  error,
  required,
  rows = 5,
  ...input
}: FieldProps & ControlProps<'textarea'>) {
  return (
    <Field {...{ name, label, hint, error, required }}>
      {(control) => <textarea {...input} {...control} rows={rows} className="textarea w-full" />}
    </Field>
  )
}
