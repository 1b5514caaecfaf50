import { valibotResolver } from '@hookform/resolvers/valibot'
import { readMessage, toFailure } from '../../lib/api/failure'
import type { Policy } from '../../lib/api/site'
import { formatMoney } from '../../lib/formats/money'
import { Button } from '../../ui/buttons/button'
import type { FormState } from '../../ui/dialogs/form-modal'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
import { TextArea } from '../../ui/forms/text-field'
import { useRecordForm } from '../../ui/forms/use-record-form'
import { saveCancellation } from './queries'
import { cancelSchema } from './rules'
import type { Assignment, Cancellation } from './types'
import { cancelForm as words } from './words'

const empty: Cancellation = { reason: '' }

/** The form that cancels an order, with what follows from it (docs/product.md, section 10.3). */
export function CancelForm({
  assignment: { _id, amountPaid = 0 },
  policy,
  forStudent,
  onCancelled,
  onState,
  onKeep,
}: {
  assignment: Assignment
  /** The policy that holds for the order, once it is known. */
  policy: Policy | undefined
  /** Whether the reader is the one who pays. */
  forStudent: boolean
  onCancelled: () => void
  onState: (state: FormState) => void
  onKeep: () => void
}) {
  const { form } = useRecordForm<Cancellation>({
    record: empty,
    resolver: valibotResolver(cancelSchema),
    onState,
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await saveCancellation(_id, reason)
      onCancelled()
    } catch (error) {
      const failure = toFailure(error)
      applyFailure(form, failure, readMessage(failure, words.failed))
    }
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <ul className="list-disc pl-5">
        <li>{words.ends}</li>
        <li>{forStudent ? words.notDue : words.notDueByStudent}</li>
        <li>{amountPaid > 0 ? words.refund(formatMoney(amountPaid), policy) : words.nothingToReturn}</li>
      </ul>
      <TextArea
        label={words.reason}
        rows={3}
        required
        error={errors.reason?.message}
        {...form.register('reason')}
      />
      <div className="modal-action mt-2">
        <Button disabled={isSubmitting} onClick={onKeep}>
          {words.keep}
        </Button>
        <Button type="submit" variant="danger" busy={isSubmitting}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}
