import { dayEndToUtc } from '../../lib/time/time'
import { GiveUpUpload } from '../../ui/files/give-up-upload'
import { UploadFrame } from '../../ui/files/upload-frame'
import { SubmitButton } from '../../ui/forms/form-frame'
import { AssignmentFields, AssignmentFile } from './assignment-fields'
import type { Assignment } from './types'
import { useAssignmentForm } from './use-assignment-form'
import { labels, newForm } from './words'

/** The form of the upload page: due at the end of a day, with a required file (docs/product.md, section 4.7). */
export function UploadForm({ onUploaded }: { onUploaded: (assignment: Assignment) => void }) {
  const form = useAssignmentForm({
    draftName: 'upload',
    toUtc: dayEndToUtc,
    fileRequired: true,
    onCreated: onUploaded,
  })
  const { upload, attachment } = form
  return (
    <UploadFrame of={form} words={newForm}>
      <AssignmentFields due="date" />
      <AssignmentFile label={labels.attachment} required attachment={attachment} />
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        {upload.running && <GiveUpUpload upload={upload} />}
        <SubmitButton>{newForm.uploadPage}</SubmitButton>
      </div>
    </UploadFrame>
  )
}
