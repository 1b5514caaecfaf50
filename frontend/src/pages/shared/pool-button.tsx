import Users from 'lucide-react/icons/users'
import { setPool } from '../../features/assignments/api'
import { type Assignment, isOpen } from '../../features/assignments/model'
import { pool as words } from '../../features/assignments/words.en'
import { useNow } from '../../lib/time/use-now'
import { Button } from '../../ui/buttons/button'
import { useAction } from '../../ui/buttons/use-action'

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
  const { busy, run } = useAction(setPool, {
    done: (_, __, opened) => (opened ? words.opened : words.closed),
    failed: words.failed,
  })
  const opens = isOpen(actions, 'open-pool', now)
  if (!opens && !isOpen(actions, 'close-pool', now)) return null

  return (
    <Button small={small} busy={busy} disabled={disabled} onClick={() => run(_id, opens)}>
      <Users size={16} strokeWidth={1.5} aria-hidden="true" />
      {opens ? words.open : words.close}
    </Button>
  )
}
