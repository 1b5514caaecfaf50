import type { Choice } from './choices'
import { type ControlProps, Field, type FieldProps } from './field'

/** A labelled choice among a few options. */
export function SelectField({
  name,
  label,
  hint,
  error,
  required,
  choices,
  ...input
}: FieldProps & ControlProps<'select'> & { choices: Choice[] }) {
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
