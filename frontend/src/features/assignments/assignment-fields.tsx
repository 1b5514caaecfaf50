import type { UseFormReturn } from 'react-hook-form'
import { browserZone, zoneWords } from '../../lib/time/time-zone'
import { fileEndings } from '../../lib/validation/attachment'
import { FileDropField } from '../../ui/files/file-drop-field'
import { SelectField, TextArea, TextField } from '../../ui/forms/text-field'
import { priorities } from './rules'
import type { NewAssignment } from './types'
import type { useAssignmentForm } from './use-assignment-form'

/** Says that the form holds an unsent draft, and offers to start over. */
export function DraftNotice({ draft }: { draft: ReturnType<typeof useAssignmentForm>['draft'] }) {
  if (!draft.restored) return null
  return (
    <p className="text-muted">
      This is your unsent draft; choose its file again.{' '}
      <button type="button" className="link" disabled={draft.locked} onClick={draft.startOver}>
        Start over
      </button>
    </p>
  )
}

const zone = zoneWords(browserZone())

/** How the due date is asked for: as a time, or as a day that is meant to its end. */
const dueHints = {
  'datetime-local': `In your time zone, ${zone}.`,
  date: `The end of that day in your time zone, ${zone}.`,
}

/** The words of a new assignment and when it is wanted (docs/product.md, section 3.2). */
export function AssignmentWords({
  form,
  due,
}: {
  form: UseFormReturn<NewAssignment>
  due: keyof typeof dueHints
}) {
  const { errors } = form.formState
  return (
    <>
      <TextField label="Title" required error={errors.title?.message} {...form.register('title')} />
      <TextArea
        label="Description"
        required
        error={errors.description?.message}
        {...form.register('description')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Subject" required error={errors.subject?.message} {...form.register('subject')} />
        <SelectField
          label="Priority"
          required
          error={errors.priority?.message}
          choices={priorities.map((priority) => ({ value: priority, label: priority }))}
          {...form.register('priority')}
        />
      </div>
      <TextField
        label="Due date"
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
      hint="PDF, Word or text, up to 25 MB. You can also drop it here."
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
