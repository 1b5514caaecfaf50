import { TextField } from './text-field'
import { paidBy as words } from './words'

/** How something was paid: the values `method` and `reference` of the form around. */
export function PaidByFields({ referenceHint = words.referenceHint }: { referenceHint?: string }) {
  return (
    <>
      <TextField name="method" label={words.method} hint={words.methodHint} required />
      <TextField name="reference" label={words.reference} hint={referenceHint} required autoComplete="off" />
    </>
  )
}
