import { use } from 'react'
import { localInputToUtc } from '../../lib/time/time'
import { Button } from '../../ui/buttons/button'
import { DialogAround } from '../../ui/dialogs/modal'
import { GiveUpUpload } from '../../ui/files/give-up-upload'
import { UploadFrame } from '../../ui/files/upload-frame'
import { SubmitButton } from '../../ui/forms/form-frame'
import { AssignmentFields, AssignmentFile } from './assignment-fields'
import type { Assignment } from './types'
import { useAssignmentForm } from './use-assignment-form'
import { labels, newForm } from './words'

/** The form of the New Assignment modal: due at a time, with an optional file (docs/product.md, section 3.2). */
export function NewAssignmentForm({ onCreated }: { onCreated: (assignment: Assignment) => void }) {
  const close = use(DialogAround)?.close
  const form = useAssignmentForm({ draftName: 'new-assignment', toUtc: localInputToUtc, onCreated })
  const { upload, attachment } = form

  return (
    <UploadFrame of={form} words={newForm}>
      <AssignmentFields due="datetime-local" />
      <AssignmentFile label={labels.file} attachment={attachment} />
      <div className="modal-action mt-2">
        {upload.running ? (
          <GiveUpUpload upload={upload} />
        ) : (
          <Button onClick={close}>{newForm.cancel}</Button>
        )}
        <SubmitButton>{newForm.submit}</SubmitButton>
      </div>
    </UploadFrame>
  )
}
