import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type Failure, readMessage, toFailure } from '../../lib/api/failure'
import { Button } from '../../ui/buttons/button'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
import { TextArea } from '../../ui/forms/text-field'
import { answerOffer } from './answer'
import { declineOffer } from './api'
import { declineSchema } from './rules'
import type { Decline } from './types'
import { decline as words } from './words'

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
  const form = useForm<Decline>({ defaultValues: { reason: '' }, resolver: valibotResolver(declineSchema) })
  const { errors, isDirty, isSubmitting } = form.formState
  const { setFocus } = form

  useEffect(() => setFocus('reason'), [setFocus])
  useEffect(() => onSending(isSubmitting), [onSending, isSubmitting])
  useEffect(() => {
    onTyped(isDirty)
    return () => onTyped(false)
  }, [onTyped, isDirty])

  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await answerOffer(() => declineOffer(token, reason))
      onDeclined()
    } catch (error) {
      const failure = toFailure(error)
      applyFailure(form, failure, readMessage(failure, words.failed))
      onRefused(failure)
    }
  })

  return (
    <form
      noValidate
      aria-label={words.title}
      className="grid gap-4 border-t border-base-300 pt-4"
      onSubmit={submit}
    >
      <FormSummary form={form} />
      <p>{words.text}</p>
      <TextArea
        label={words.reason}
        hint={words.reasonHint}
        rows={3}
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={isSubmitting} disabled={disabled}>
          {words.submit}
        </Button>
        <Button disabled={isSubmitting} onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
