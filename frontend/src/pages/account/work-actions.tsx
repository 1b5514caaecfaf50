import Play from 'lucide-react/icons/play'
import Send from 'lucide-react/icons/send'
import Undo from 'lucide-react/icons/undo-2'
import { useEffect, useRef, useState } from 'react'
import { startAssignment } from '../../features/assignments/api'
import { HandBackForm } from '../../features/assignments/cancel-forms'
import { type Assignment, isOpen } from '../../features/assignments/model'
import { handBackForm, work as words } from '../../features/assignments/words.en'
import { useNow } from '../../lib/time/use-now'
import { Button } from '../../ui/buttons/button'
import { ButtonLink } from '../../ui/buttons/button-link'
import { useAction } from '../../ui/buttons/use-action'
import { showSuccess } from '../../ui/feedback/action-toasts'
import { DELIVER } from './assignment-delivery'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** What its tutor can do with an assignment: start it, deliver it, hand it back (docs/product.md, section 4.9). */
export function WorkActions({
  assignment: { _id, actions },
  onHandedBack,
}: {
  assignment: Assignment
  /** Called when the reader may no longer read the assignment. */
  onHandedBack: () => void
}) {
  const [handingBack, setHandingBack] = useState(false)
  const hasStarted = useRef(false)
  const now = useNow()
  const can = (action: string) => isOpen(actions, action, now)
  const canDeliver = can('deliver')

  // The button that starts the work disappears while it has the focus, which goes to what can be done next.
  useEffect(() => {
    if (!canDeliver || !hasStarted.current || document.activeElement !== document.body) return
    hasStarted.current = false
    document.getElementById(DELIVER)?.focus({ preventScroll: true })
  }, [canDeliver])

  const start = useAction(() => startAssignment(_id), { done: words.started, failed: words.startFailed })
  const startNow = async () => {
    hasStarted.current = true
    if (!(await start.run())) hasStarted.current = false
  }
  return (
    <>
      {can('start') && (
        <Button variant="primary" busy={start.busy} onClick={startNow}>
          <Play {...icon} />
          {words.start}
        </Button>
      )}
      {canDeliver && (
        <ButtonLink to={`#${DELIVER}`}>
          <Send {...icon} />
          {words.deliver}
        </ButtonLink>
      )}
      {can('hand-back') && (
        <Button onClick={() => setHandingBack(true)}>
          <Undo {...icon} />
          {words.handBack}
        </Button>
      )}
      {handingBack && (
        <HandBackForm
          assignment={_id}
          onHandedBack={() => {
            showSuccess(handBackForm.handedBack)
            onHandedBack()
          }}
          onClose={() => setHandingBack(false)}
        />
      )}
    </>
  )
}
