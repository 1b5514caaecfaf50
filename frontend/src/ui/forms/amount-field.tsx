import type { ComponentProps } from 'react'
import { TextField } from './fields'
import { paidBy as words } from './words.en'

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
