import type { Policy } from '../../lib/api/site'
import { formatMoney } from '../../lib/formats/money'
import type { FormState } from '../../ui/dialogs/form-modal'
import { FormActions } from '../../ui/forms/form-actions'
import { FormSummary } from '../../ui/forms/form-failure'
import { TextArea } from '../../ui/forms/text-field'
import { useReasonForm } from '../../ui/forms/use-reason-form'
import { saveCancellation } from './queries'
import type { Assignment } from './types'
import { cancelForm as words } from './words'

/** The form that cancels an order, with what follows from it (docs/product.md, section 10.3). */
export function CancelForm({
  assignment: { _id, amountPaid = 0 },
  policy,
  forStudent,
  onCancelled,
  onState,
}: {
  assignment: Assignment
  /** The policy that holds for the order, once it is known. */
  policy: Policy | undefined
  /** Whether the reader is the one who pays. */
  forStudent: boolean
  onCancelled: () => void
  onState: (state: FormState) => void
}) {
  const { form, submit, problem, sending } = useReasonForm({
    send: async (reason) => {
      await saveCancellation(_id, reason)
      onCancelled()
    },
    failed: words.failed,
    onState,
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <ul className="list-disc pl-5">
        <li>{words.ends}</li>
        <li>{forStudent ? words.notDue : words.notDueByStudent}</li>
        <li>{amountPaid > 0 ? words.refund(formatMoney(amountPaid), policy) : words.nothingToReturn}</li>
      </ul>
      <TextArea label={words.reason} rows={3} required error={problem} {...form.register('reason')} />
      <FormActions cancel={words.keep} submit={words.submit} variant="danger" sending={sending} />
    </form>
  )
}
