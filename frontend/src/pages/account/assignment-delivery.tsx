import { useLayoutEffect, useRef, useState } from 'react'
import { useHashScroll } from '../../app/use-hash-scroll'
import { type Assignment, isOpen } from '../../features/assignments/model'
import { DeliverForm } from '../../features/deliveries/deliver-form'
import type { Delivery } from '../../features/deliveries/model'
import { delivered as deliveredWords, deliverForm as words } from '../../features/deliveries/words.en'
import { useNow } from '../../lib/time/use-now'
import { Alert } from '../../ui/feedback/alert'
import { Section } from '../../ui/text/section'

/** The id of the section, which links lead to. */
export const DELIVER = 'deliver'

/** Whether the assignment on the page is older than a delivery. */
const isBefore = ({ deliveredAt }: Assignment, delivery: Delivery) =>
  deliveredAt === null || Date.parse(deliveredAt) < Date.parse(delivery.deliveredAt)

/** The form with which the tutor delivers the work and, once it was sent, the outcome (docs/product.md, section 4.9). */
export function AssignmentDelivery({ assignment }: { assignment: Assignment }) {
  const [typed, setTyped] = useState(false)
  const [delivered, setDelivered] = useState<Delivery | null>(null)
  const isAsked = isOpen(assignment.actions, 'deliver', useNow())
  useHashScroll()
  const doneRef = useRef<HTMLDivElement>(null)

  // The form disappears while it has the focus.
  useLayoutEffect(() => {
    if (delivered) doneRef.current?.focus({ preventScroll: true })
  }, [delivered])

  // Until the assignment is fetched again, it reads as if nothing had been delivered.
  const isDone = delivered !== null && (!isAsked || isBefore(assignment, delivered))
  if (!isDone && !isAsked && !typed) return null
  const isRevised = assignment.stage === 'revision'
  return (
    <Section
      title={isRevised && !isDone ? words.titleRevised : words.title}
      id={DELIVER}
      tabIndex={-1}
      className="outline-none print:hidden"
    >
      {isDone ? (
        <div ref={doneRef} tabIndex={-1} className="outline-none">
          <Alert tone="success" title={deliveredWords.title(delivered.version)}>
            <p>{deliveredWords.told}</p>
            {delivered.notice && <p>{delivered.notice}</p>}
          </Alert>
        </div>
      ) : (
        <DeliverForm
          assignment={assignment._id}
          title={assignment.title}
          ordered={assignment.words}
          version={assignment.lastVersion + 1}
          isOpen={isAsked}
          onDelivered={setDelivered}
          onTyped={setTyped}
        />
      )}
    </Section>
  )
}
