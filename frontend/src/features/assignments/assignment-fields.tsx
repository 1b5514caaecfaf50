import type { UseFormReturn } from 'react-hook-form'
import { browserZone, zoneWords } from '../../lib/time/time-zone'
import { fileEndings } from '../../lib/validation/attachment'
import { FileDropField } from '../../ui/files/file-drop-field'
import { SelectField, TextArea, TextField } from '../../ui/forms/text-field'
import { priorities } from './rules'
import type { NewAssignment } from './types'
import type { useAssignmentForm } from './use-assignment-form'
import { labels, newForm } from './words'

/** Says that an unsent draft was restored, and offers to start over. */
export function DraftNotice({ draft }: { draft: ReturnType<typeof useAssignmentForm>['draft'] }) {
  if (!draft.restored) return null
  return (
    <p className="text-muted">
      {newForm.restored}{' '}
      <button type="button" className="link" disabled={draft.locked} onClick={draft.startOver}>
        {newForm.startOver}
      </button>
    </p>
  )
}

const zone = zoneWords(browserZone())

/** The hint of the due date, which is asked for as a time or as a day. */
const dueHints = {
  'datetime-local': newForm.dueHint(zone),
  date: newForm.dueDayHint(zone),
}

/** The fields of a new assignment, without its file (docs/product.md, section 3.2). */
export function AssignmentFields({
  form,
  due,
}: {
  form: UseFormReturn<NewAssignment>
  due: keyof typeof dueHints
}) {
  const { errors } = form.formState
  return (
    <>
      <TextField label={labels.title} required error={errors.title?.message} {...form.register('title')} />
      <TextArea
        label={labels.description}
        required
        error={errors.description?.message}
        {...form.register('description')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={labels.subject}
          required
          error={errors.subject?.message}
          {...form.register('subject')}
        />
        <SelectField
          label={labels.priority}
          required
          error={errors.priority?.message}
          choices={priorities.map((priority) => ({ value: priority, label: priority }))}
          {...form.register('priority')}
        />
      </div>
      <TextField
        label={labels.dueDate}
        type={due}
        required
        hint={dueHints[due]}
        error={errors.dueDate?.message}
        {...form.register('dueDate')}
      />
    </>
  )
}

/** The file of a new assignment (docs/product.md, section 3.3). */
export function AssignmentFile({
  label,
  attachment,
  progress,
  required = false,
}: {
  label: string
  attachment: ReturnType<typeof useAssignmentForm>['attachment']
  progress: number | null
  required?: boolean
}) {
  return (
    <FileDropField
      label={label}
      hint={newForm.fileHint}
      accept={fileEndings.join(',')}
      required={required}
      file={attachment.file}
      error={attachment.error}
      progress={progress}
      inputRef={attachment.inputRef}
      onFile={attachment.choose}
    />
  )
}
