import { type ReactNode, use } from 'react'
import { Button } from '../buttons/button'
import { CloseDialog } from '../dialogs/modal'

/** The last row of a form in a dialog: a button that closes it, and one that sends it. */
export function FormActions({
  cancel,
  submit,
  variant = 'primary',
  sending,
  unavailable = false,
}: {
  cancel: string
  submit: ReactNode
  variant?: 'primary' | 'danger'
  sending: boolean
  /** It can no longer be sent. */
  unavailable?: boolean
}) {
  return (
    <div className="modal-action mt-2 flex-wrap">
      <Button disabled={sending} onClick={use(CloseDialog)}>
        {cancel}
      </Button>
      <Button type="submit" variant={variant} busy={sending} unavailable={unavailable}>
        {submit}
      </Button>
    </div>
  )
}
