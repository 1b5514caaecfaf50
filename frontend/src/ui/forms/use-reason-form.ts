import { valibotResolver } from '@hookform/resolvers/valibot'
import { type Reason, reasonSchema } from '../../lib/validation/reason'
import type { FormState } from '../dialogs/form-modal'
import { attempt } from './form-failure'
import { useRecordForm } from './use-record-form'

const empty: Reason = { reason: '' }

/** The form of a FormModal for an action that needs a reason. A failure keeps what was typed. */
export function useReasonForm({
  send,
  failed,
  onState,
}: {
  /** Takes the action, and closes the dialog. */
  send: (reason: string) => Promise<void>
  /** Shown if the server sent no sentence. */
  failed: string
  onState: (state: FormState) => void
}) {
  const { form } = useRecordForm<Reason>({ record: empty, resolver: valibotResolver(reasonSchema), onState })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ reason }) => {
    await attempt(form, failed, async () => {
      await send(reason)
    })
  })
  return { form, submit, problem: errors.reason?.message, sending: isSubmitting }
}
