import { useEffect } from 'react'
import { type Failure, readMessage } from '../../lib/api/failure'
import { Button } from '../../ui/buttons/button'
import { TextArea } from '../../ui/forms/fields'
import { Form } from '../../ui/forms/form'
import { SubmitButton } from '../../ui/forms/form-frame'
import { answerOffer } from './answer'
import { declineOffer } from './api'
import { declineSchema } from './model'
import { decline as words } from './words.en'

/** The form that declines an offer. It opens with the focus on its field. */
export function DeclineForm({
  token,
  disabled,
  onSending,
  onTyped,
  onDeclined,
  onRefused,
  onCancel,
}: {
  token: string
  /** The offer is being accepted, or has expired. */
  disabled: boolean
  /** Called with true while the answer is on its way. */
  onSending: (sending: boolean) => void
  /** Called with whether there is a reason. */
  onTyped: (typed: boolean) => void
  onDeclined: () => void
  onRefused: (failure: Failure) => void
  onCancel: () => void
}) {
  useEffect(() => () => onTyped(false), [onTyped])
  return (
    <Form
      values={{ reason: '' }}
      schema={declineSchema}
      send={({ reason }) => answerOffer(() => declineOffer(token, reason))}
      failed={words.failed}
      refused={(failure) => {
        onRefused(failure)
        return readMessage(failure, words.failed)
      }}
      done={onDeclined}
      onState={({ typed, sending }) => {
        onTyped(typed)
        onSending(sending)
      }}
      label={words.title}
      className="grid gap-4 border-t border-base-300 pt-4"
    >
      {({ formState: { isSubmitting } }) => (
        <>
          <p>{words.text}</p>
          {/* It opens with the focus on its field. */}
          <TextArea name="reason" label={words.reason} hint={words.reasonHint} rows={3} autoFocus />
          <div className="flex flex-wrap gap-3">
            <SubmitButton variant="danger" disabled={disabled}>
              {words.submit}
            </SubmitButton>
            <Button disabled={isSubmitting} onClick={onCancel}>
              {words.cancel}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
