import Play from 'lucide-react/icons/play'
import Send from 'lucide-react/icons/send'
import Undo from 'lucide-react/icons/undo-2'
import { useEffect, useRef, useState } from 'react'
import { HandBackForm } from '../../features/assignments/hand-back-form'
import { saveStart } from '../../features/assignments/queries'
import { isOpen } from '../../features/assignments/rules'
import type { Assignment } from '../../features/assignments/types'
import { handBackForm, work as words } from '../../features/assignments/words'
import { useNow } from '../../lib/time/use-now'
import { Button } from '../../ui/buttons/button'
import { ButtonLink } from '../../ui/buttons/button-link'
import { FormModal } from '../../ui/dialogs/form-modal'
import { showFailureToast } from '../../ui/feedback/failure-toast'
import { showToast } from '../../ui/feedback/toast-state'
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
  const [starting, setStarting] = useState(false)
  const hasStarted = useRef(false)
  const now = useNow()
  const can = (action: string) => isOpen(actions, action, now)
  const canDeliver = can('deliver')

  // The button that starts the work disappears with the focus, which goes to what can be done next.
  useEffect(() => {
    if (!canDeliver || !hasStarted.current || document.activeElement !== document.body) return
    hasStarted.current = false
    document.getElementById(DELIVER)?.focus({ preventScroll: true })
  }, [canDeliver])

  const start = async () => {
    setStarting(true)
    hasStarted.current = true
    try {
      await saveStart(_id)
      showToast({ tone: 'success', title: words.started, seconds: 3 })
    } catch (error) {
      hasStarted.current = false
      showFailureToast(error, words.startFailed)
    }
    setStarting(false)
  }
  const handedBack = () => {
    setHandingBack(false)
    showToast({ tone: 'success', title: handBackForm.handedBack, seconds: 3 })
    onHandedBack()
  }
  return (
    <>
      {can('start') && (
        <Button variant="primary" busy={starting} onClick={() => void start()}>
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
        <FormModal title={handBackForm.title} onClose={() => setHandingBack(false)}>
          {(onState) => <HandBackForm assignment={_id} onHandedBack={handedBack} onState={onState} />}
        </FormModal>
      )}
    </>
  )
}
