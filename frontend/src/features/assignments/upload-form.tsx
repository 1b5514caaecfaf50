import { dayEndToUtc } from '../../lib/time/time'
import { Button } from '../../ui/buttons/button'
import { GiveUpUpload } from '../../ui/files/give-up-upload'
import { FormSummary } from '../../ui/forms/form-failure'
import { AssignmentFields, AssignmentFile, DraftNotice } from './assignment-fields'
import type { Assignment } from './types'
import { useAssignmentForm } from './use-assignment-form'
import { labels, newForm } from './words'

/** The form of the upload page: due at the end of a day, with a required file (docs/product.md, section 4.7). */
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
      <AssignmentFields form={form} due="date" />
      <AssignmentFile label={labels.attachment} required attachment={attachment} progress={upload.progress} />
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        {upload.running && <GiveUpUpload upload={upload} />}
        <Button type="submit" variant="primary" busy={upload.running}>
          {newForm.uploadPage}
        </Button>
      </div>
    </form>
  )
}
