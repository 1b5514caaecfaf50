import type { ComponentProps } from 'react'
import type { Choice } from './choices'
import { Field, type FieldProps } from './field'

/** The attributes of a control that its field does not set itself. */
type Control<Tag extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<Tag>,
  'className' | 'name' | 'required'
>

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
} & Control<'input'>) {
  const field = { name, label, hint, error, required, options: { valueAsNumber: asNumber } }
  return (
    <Field {...field}>
      {(control) => <input type="text" {...input} {...control} className="input w-full" />}
    </Field>
  )
}

/** A labelled field for an amount of money, in whole units. */
export function AmountField(props: ComponentProps<typeof TextField>) {
  return <TextField type="number" inputMode="decimal" min={0} step={0.01} {...props} />
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
}: FieldProps & Control<'textarea'>) {
  return (
    <Field {...{ name, label, hint, error, required }}>
      {(control) => <textarea {...input} {...control} rows={rows} className="textarea w-full" />}
    </Field>
  )
}

/** A labelled choice among a few options. */
export function SelectField({
  name,
  label,
  hint,
  error,
  required,
  choices,
  ...input
}: FieldProps & Control<'select'> & { choices: Choice[] }) {
  return (
    <Field {...{ name, label, hint, error, required }}>
      {(control) => (
        <select {...input} {...control} className="select w-full">
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
