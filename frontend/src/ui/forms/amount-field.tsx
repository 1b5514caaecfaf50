import type { ComponentProps } from 'react'
import { TextField } from './text-field'

/** A labelled field for an amount of money, in whole units. */
export function AmountField(props: ComponentProps<typeof TextField>) {
  return <TextField type="number" inputMode="decimal" min={0} step={0.01} {...props} />
}
