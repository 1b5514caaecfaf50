import { localInputToUtc } from '../../lib/time/time'
import { Button } from '../../ui/buttons/button'
import { GiveUpUpload } from '../../ui/files/give-up-upload'
import { FormSummary } from '../../ui/forms/form-failure'
import { AssignmentFields, AssignmentFile, DraftNotice } from './assignment-fields'
import type { Assignment } from './types'
import { useAssignmentForm } from './use-assignment-form'
import { labels, newForm } from './words'

/** The form of the New Assignment modal: due at a time, with an optional file (docs/product.md, section 3.2). */
export function NewAssignmentForm({
  onCreated,
  onLocked,
  onCancel,
}: {
  onCreated: (assignment: Assignment) => void
  onLocked: (locked: boolean) => void
  onCancel: () => void
}) {
  const { form, draft, upload, attachment, submit } = useAssignmentForm({
    draftName: 'new-assignment',
    toUtc: localInputToUtc,
    onCreated,
    onLocked,
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <DraftNotice draft={draft} />
      <AssignmentFields form={form} due="datetime-local" />
      <AssignmentFile label={labels.file} attachment={attachment} progress={upload.progress} />
      <div className="modal-action mt-2">
        {upload.running ? (
          <GiveUpUpload upload={upload} />
        ) : (
          <Button onClick={onCancel}>{newForm.cancel}</Button>
        )}
        <Button type="submit" variant="primary" busy={upload.running}>
          {newForm.submit}
        </Button>
      </div>
    </form>
  )
}
