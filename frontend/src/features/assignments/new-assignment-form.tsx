import { use } from 'react'
import { readMessage, UncertainFailure } from '../../lib/api/failure'
import { dayEndToUtc, localInputToUtc } from '../../lib/time/time'
import { browserZone, zoneWords } from '../../lib/time/time-zone'
import { attachmentSchema, fileEndings } from '../../lib/validation/attachment'
import { firstProblem } from '../../lib/validation/rules'
import { Button } from '../../ui/buttons/button'
import { DialogAround } from '../../ui/dialogs/modal'
import { showToast } from '../../ui/feedback/toast-state'
import { FileDropField } from '../../ui/files/file-drop-field'
import { GiveUpUpload } from '../../ui/files/give-up-upload'
import { UploadFrame } from '../../ui/files/upload-frame'
import { useUploadForm } from '../../ui/files/use-upload-form'
import { TextArea, TextField } from '../../ui/forms/fields'
import { SubmitButton } from '../../ui/forms/form-frame'
import { SelectField } from '../../ui/forms/select-field'
import { createAssignment } from './api'
import { type Assignment, type NewAssignment, newAssignmentSchema, priorities } from './model'
import { labels, newForm } from './words.en'

const zone = zoneWords(browserZone())

/** The hint of the due date, which is asked for as a time or as a day. */
const dueHints = {
  'datetime-local': newForm.dueHint(zone),
  date: newForm.dueDayHint(zone),
}

const priorityChoices = priorities.map((priority) => ({ value: priority, label: priority }))

/** The fields of a new assignment, without its file (docs/product.md, section 3.2). */
function AssignmentFields({ due }: { due: keyof typeof dueHints }) {
  return (
    <>
      <TextField name="title" label={labels.title} required />
      <TextArea name="description" label={labels.description} required />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="subject" label={labels.subject} required />
        <SelectField name="priority" label={labels.priority} required choices={priorityChoices} />
      </div>
      <TextField name="dueDate" label={labels.dueDate} type={due} required hint={dueHints[due]} />
    </>
  )
}

/** The file of a new assignment (docs/product.md, section 3.3). */
function AssignmentFile({
  label,
  required = false,
  attachment: { files, onFiles, problemOf: _, ...attachment },
}: {
  label: string
  required?: boolean
  attachment: ReturnType<typeof useAssignmentForm>['attachment']
}) {
  return (
    <FileDropField
      {...attachment}
      label={label}
      hint={newForm.fileHint}
      accept={fileEndings.join(',')}
      required={required}
      file={files[0] ?? null}
      onFile={(file) => onFiles(file ? [file] : [])}
    />
  )
}

const empty: NewAssignment = { title: '', description: '', dueDate: '', subject: '', priority: 'Medium' }

const problemOf = (file: File) => firstProblem(attachmentSchema, file)

/** The form of a new assignment, shared by the modal and the upload page (docs/product.md, section 3.2). */
function useAssignmentForm({
  draftName,
  toUtc,
  fileRequired = false,
  onCreated,
}: {
  draftName: string
  /** Converts the value of the due date field to RFC 3339 in UTC. */
  toUtc: (due: string) => string
  fileRequired?: boolean
  onCreated: (assignment: Assignment) => void
}) {
  return useUploadForm({
    draft: { name: draftName },
    empty,
    schema: newAssignmentSchema,
    field: 'file',
    problem: ([file]) => {
      if (file) return problemOf(file)
      return fileRequired ? newForm.fileRequired : undefined
    },
    problemOf,
    uncertain: newForm.uncertain,
    send: (values, [file = null], progress) =>
      createAssignment({ ...values, dueDate: toUtc(values.dueDate) }, file, progress),
    refused: (failure) => {
      // A toast, because the form may be closed by now.
      if (failure instanceof UncertainFailure)
        showToast({ tone: 'info', title: newForm.uncertain, seconds: 5 })
      return readMessage(failure, newForm.failed)
    },
    onSent: onCreated,
  })
}

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
