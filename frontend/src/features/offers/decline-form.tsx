import { valibotResolver } from '@hookform/resolvers/valibot'
import { type Failure, readMessage, toFailure } from '../../lib/api/failure'
import { Button } from '../../ui/buttons/button'
import type { FormState } from '../../ui/dialogs/form-modal'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
import { TextArea } from '../../ui/forms/text-field'
import { useRecordForm } from '../../ui/forms/use-record-form'
import { declineOffer } from './api'
import { declineSchema } from './rules'
import type { Decline } from './types'
import { decline as words } from './words'

const empty: Decline = { reason: '' }

/** The form that declines an offer, in its dialog. */
export function DeclineForm({
  token,
  onDeclined,
  onRefused,
  onState,
  onCancel,
}: {
  token: string
  onDeclined: () => void
  onRefused: (failure: Failure) => void
  onState: (state: FormState) => void
  onCancel: () => void
}) {
  const { form } = useRecordForm<Decline>({
    record: empty,
    resolver: valibotResolver(declineSchema),
    onState,
  })
  const { errors, isSubmitting } = form.formState

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
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <p>{words.text}</p>
      <TextArea
        label={words.reason}
        hint={words.reasonHint}
        rows={3}
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <div className="modal-action mt-2">
        <Button disabled={isSubmitting} onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button type="submit" variant="danger" busy={isSubmitting}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}
