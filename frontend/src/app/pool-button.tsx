import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { savePool } from '../features/assignments/queries'
import { isOpen } from '../features/assignments/rules'
import type { Assignment } from '../features/assignments/types'
import { pool as words } from '../features/assignments/words'
import { useNow } from '../lib/time/use-now'
import { Button } from '../ui/buttons/button'
import { showFailureToast } from '../ui/feedback/failure-toast'
import { showToast } from '../ui/feedback/toast-state'

/** Opens an assignment to tutors or takes it out of the pool, whichever an admin can do now. One button, so that it keeps the focus. */
export function PoolButton({
  assignment: { _id, actions },
  small = false,
  disabled = false,
}: {
  assignment: Assignment
  small?: boolean
  disabled?: boolean
}) {
  const now = useNow()
  const [busy, setBusy] = useState(false)
  const opens = isOpen(actions, 'open-pool', now)
  if (!opens && !isOpen(actions, 'close-pool', now)) return null

  const change = async () => {
    setBusy(true)
    try {
      await savePool(_id, opens)
      showToast({ tone: 'success', title: opens ? words.opened : words.closed, seconds: 3 })
    } catch (error) {
      showFailureToast(error, words.failed)
    }
    setBusy(false)
  }
  return (
    <Button small={small} busy={busy} disabled={disabled} onClick={() => void change()}>
      <Users size={16} strokeWidth={1.5} aria-hidden="true" />
      {opens ? words.open : words.close}
    </Button>
  )
}
