import { readMessage, UncertainFailure } from '../../lib/api/failure'
import { attachmentSchema } from '../../lib/validation/attachment'
import { firstProblem } from '../../lib/validation/rules'
import { showToast } from '../../ui/feedback/toast-state'
import { useUploadForm } from '../../ui/files/use-upload-form'
import { handIn } from './queries'
import { newAssignmentSchema } from './rules'
import type { Assignment, NewAssignment } from './types'
import { newForm } from './words'

const empty: NewAssignment = { title: '', description: '', dueDate: '', subject: '', priority: 'Medium' }

const problemOf = (file: File) => firstProblem(attachmentSchema, file)

/** The form of a new assignment, shared by the modal and the upload page (docs/product.md, section 3.2). */
export function useAssignmentForm({
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
      handIn({ ...values, dueDate: toUtc(values.dueDate) }, file, progress),
    refused: (failure) => {
      // A toast, because the form may be closed by now.
      if (failure instanceof UncertainFailure)
        showToast({ tone: 'info', title: newForm.uncertain, seconds: 5 })
      return readMessage(failure, newForm.failed)
    },
    onSent: onCreated,
  })
}
