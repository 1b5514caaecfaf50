import type { FormState } from '../../ui/dialogs/form-modal'
import { FormActions } from '../../ui/forms/form-actions'
import { FormSummary } from '../../ui/forms/form-failure'
import { TextArea } from '../../ui/forms/text-field'
import { useReasonForm } from '../../ui/forms/use-reason-form'
import { saveHandBack } from './queries'
import { cancelForm, handBackForm as words, work } from './words'

/** The form with which a tutor gives an assignment back to the desk (docs/product.md, section 10.3). */
export function HandBackForm({
  assignment,
  onHandedBack,
  onState,
}: {
  /** Its id. */
  assignment: string
  onHandedBack: () => void
  onState: (state: FormState) => void
}) {
  const { form, submit, problem, sending } = useReasonForm({
    send: async (reason) => {
      await saveHandBack(assignment, reason)
      onHandedBack()
    },
    failed: words.failed,
    onState,
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <p>{words.meaning}</p>
      <TextArea label={cancelForm.reason} rows={3} required error={problem} {...form.register('reason')} />
      <FormActions cancel={cancelForm.keep} submit={work.handBack} variant="danger" sending={sending} />
    </form>
  )
}
