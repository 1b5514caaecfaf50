import type { FormState } from '../../ui/dialogs/form-modal'
import { Alert } from '../../ui/feedback/alert'
import { FormActions } from '../../ui/forms/form-actions'
import { FormSummary } from '../../ui/forms/form-failure'
import { TextArea } from '../../ui/forms/text-field'
import { useReasonForm } from '../../ui/forms/use-reason-form'
import { saveRevision } from './queries'
import { RevisionWindow } from './revision-window'
import { revisionWindow, request as words } from './words'

/** The form in which a student asks for changes. What was typed stays when the window closes meanwhile. */
export function RevisionForm({
  assignment,
  until,
  closed,
  onRequested,
  onState,
}: {
  assignment: string
  /** When the window closes; null for never. */
  until: string | null
  /** Whether it has closed. */
  closed: boolean
  onRequested: () => void
  onState: (state: FormState) => void
}) {
  const { form, submit, problem, sending } = useReasonForm({
    send: async (reason) => {
      if (closed) return
      await saveRevision(assignment, reason)
      onRequested()
    },
    failed: words.failed,
    onState,
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {closed ? (
        <Alert tone="info" title={revisionWindow.closed}>
          <p>{words.kept}</p>
        </Alert>
      ) : (
        <FormSummary form={form} />
      )}
      <p>{words.text}</p>
      <TextArea label={words.reason} required error={problem} {...form.register('reason')} />
      {!closed && <RevisionWindow until={until} />}
      <FormActions cancel={words.cancel} submit={words.submit} sending={sending} unavailable={closed} />
    </form>
  )
}
