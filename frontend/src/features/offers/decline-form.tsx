import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type Failure, readMessage, toFailure } from '../../lib/api/failure'
import { Button } from '../../ui/buttons/button'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
import { TextArea } from '../../ui/forms/text-field'
import { declineOffer } from './api'
import { declineSchema } from './rules'
import type { Decline } from './types'
import { decline as words } from './words'

/** The form that declines an offer. It opens with the focus on its field. */
export function DeclineForm({
  token,
  onDeclined,
  onRefused,
  onCancel,
}: {
  token: string
  onDeclined: () => void
  onRefused: (failure: Failure) => void
  onCancel: () => void
}) {
  const form = useForm<Decline>({ defaultValues: { reason: '' }, resolver: valibotResolver(declineSchema) })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form

  useEffect(() => setFocus('reason'), [setFocus])

  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await declineOffer(token, reason)
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
        <Button type="submit" variant="danger" busy={isSubmitting}>
          {words.submit}
        </Button>
        <Button disabled={isSubmitting} onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
