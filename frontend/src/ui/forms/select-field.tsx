import type { ComponentProps } from 'react'
import { type ControlProps, Field, type FieldProps, TextField } from './fields'
import { paidBy as words } from './words.en'

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

/** A labelled field for an amount of money, in whole units. */
export function AmountField(props: ComponentProps<typeof TextField>) {
  return <TextField type="number" inputMode="decimal" min={0} step={0.01} {...props} />
}

/** How something was paid: the values `method` and `reference` of the surrounding form. */
export function PaidByFields({ referenceHint = words.referenceHint }: { referenceHint?: string }) {
  return (
    <>
      <TextField name="method" label={words.method} hint={words.methodHint} required />
      <TextField name="reference" label={words.reference} hint={referenceHint} required autoComplete="off" />
    </>
  )
}
