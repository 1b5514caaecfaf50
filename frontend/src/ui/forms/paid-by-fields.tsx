import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from './text-field'
import { paidBy as words } from './words'

/** How something was paid: the method and the reference, two fields of a form. */
export function PaidByFields({
  method,
  reference,
  errors,
  referenceHint = words.referenceHint,
}: {
  method: UseFormRegisterReturn
  reference: UseFormRegisterReturn
  errors: { method?: FieldError; reference?: FieldError }
  referenceHint?: string
}) {
  return (
    <>
      <TextField
        label={words.method}
        hint={words.methodHint}
        required
        error={errors.method?.message}
        {...method}
      />
      <TextField
        label={words.reference}
        hint={referenceHint}
        required
        autoComplete="off"
        error={errors.reference?.message}
        {...reference}
      />
    </>
  )
}
