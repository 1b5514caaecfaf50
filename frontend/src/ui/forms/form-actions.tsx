import type { ReactNode } from 'react'
import { Button } from '../buttons/button'

/** The last row of a form in a dialog: a button that closes it, and one that sends it. */
export function FormActions({
  cancel,
  submit,
  variant = 'primary',
  sending,
  unavailable = false,
  onCancel,
}: {
  cancel: string
  submit: ReactNode
  variant?: 'primary' | 'danger'
  sending: boolean
  /** It can no longer be sent. */
  unavailable?: boolean
  onCancel: () => void
}) {
  return (
    <div className="modal-action mt-2 flex-wrap">
      <Button disabled={sending} onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" variant={variant} busy={sending} unavailable={unavailable}>
        {submit}
      </Button>
    </div>
  )
}
