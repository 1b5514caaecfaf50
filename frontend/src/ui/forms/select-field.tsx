import { type ControlProps, Field, type FieldProps } from './fields'

/** One option of a select. */
export type Choice = { value: string; label: string }

/** The options of a select with a given value. A value that is not among them is added as it is. */
export const withValue = (choices: Choice[], value: string): Choice[] =>
  choices.some((choice) => choice.value === value) ? choices : [{ value, label: value }, ...choices]

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
