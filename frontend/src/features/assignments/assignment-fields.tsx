import { browserZone, zoneWords } from '../../lib/time/time-zone'
import { fileEndings } from '../../lib/validation/attachment'
import { FileDropField } from '../../ui/files/file-drop-field'
import { SelectField } from '../../ui/forms/select-field'
import { TextArea, TextField } from '../../ui/forms/text-field'
import { priorities } from './rules'
import type { useAssignmentForm } from './use-assignment-form'
import { labels, newForm } from './words'

const zone = zoneWords(browserZone())

/** The hint of the due date, which is asked for as a time or as a day. */
const dueHints = {
  'datetime-local': newForm.dueHint(zone),
  date: newForm.dueDayHint(zone),
}

const priorityChoices = priorities.map((priority) => ({ value: priority, label: priority }))

/** The fields of a new assignment, without its file (docs/product.md, section 3.2). */
export function AssignmentFields({ due }: { due: keyof typeof dueHints }) {
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
export function AssignmentFile({
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
