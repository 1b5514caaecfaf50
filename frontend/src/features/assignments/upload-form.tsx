import { dayEndToUtc } from '../../lib/time/time'
import { Button } from '../../ui/buttons/button'
import { GiveUpUpload } from '../../ui/files/give-up-upload'
import { FormSummary } from '../../ui/forms/form-failure'
import { AssignmentFile, AssignmentWords, DraftNotice } from './assignment-fields'
import type { Assignment } from './types'
import { useAssignmentForm } from './use-assignment-form'

/** The form of a new assignment as its page shows it: due on a day, with its file (docs/product.md, section 4.7). */
export function UploadForm({ onUploaded }: { onUploaded: (assignment: Assignment) => void }) {
  const { form, draft, upload, attachment, submit } = useAssignmentForm({
    draftName: 'upload',
    toUtc: dayEndToUtc,
    fileRequired: true,
    onCreated: onUploaded,
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <DraftNotice draft={draft} />
      <AssignmentWords form={form} due="date" />
      <AssignmentFile label="Attachment" required attachment={attachment} progress={upload.progress} />
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        {upload.running && <GiveUpUpload upload={upload} />}
        <Button type="submit" variant="primary" busy={upload.running}>
          Upload Assignment
        </Button>
      </div>
    </form>
  )
}
