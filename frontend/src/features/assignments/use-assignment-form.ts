import { valibotResolver } from '@hookform/resolvers/valibot'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { readMessage, toFailure, UncertainFailure } from '../../lib/api/failure'
import { attachmentSchema } from '../../lib/validation/attachment'
import { firstProblem } from '../../lib/validation/rules'
import { showToast } from '../../ui/feedback/toast-state'
import { useUpload } from '../../ui/files/use-upload'
import { applyFailure } from '../../ui/forms/form-failure'
import { useFormDraft } from '../../ui/forms/use-form-draft'
import { handIn } from './queries'
import { newAssignmentSchema } from './rules'
import type { Assignment, NewAssignment } from './types'
import { newForm } from './words'

const empty: NewAssignment = { title: '', description: '', dueDate: '', subject: '', priority: 'Medium' }

/**
 * The state of the new assignment form, shared by the modal and the upload page
 * (docs/product.md, section 3.2). The draft survives a reload until it is sent,
 * and a refusal keeps everything that was typed.
 */
export function useAssignmentForm({
  draftName,
  toUtc,
  fileRequired = false,
  onCreated,
  onLocked,
}: {
  draftName: string
  /** Converts the value of the due date field to RFC 3339 in UTC. */
  toUtc: (due: string) => string
  fileRequired?: boolean
  onCreated: (assignment: Assignment) => void
  /** Told whether the form must stay open: while it is being sent, until the answer is overdue. */
  onLocked?: (locked: boolean) => void
}) {
  const form = useForm<NewAssignment>({
    defaultValues: empty,
    resolver: valibotResolver(newAssignmentSchema),
  })
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  const inputRef = useRef<HTMLInputElement>(null)
  const upload = useUpload(newForm.uncertain)
  const fileField = { field: 'file', focus: () => inputRef.current?.focus() }

  const locked = upload.running && !upload.overdue
  useEffect(() => onLocked?.(locked), [locked, onLocked])

  const fileProblem = (chosen: File | null) => {
    if (chosen) return firstProblem(attachmentSchema, chosen)
    return fileRequired ? newForm.fileRequired : undefined
  }

  const send = async (values: NewAssignment) => {
    if (fileProblem(file)) return fileField.focus()
    try {
      const assignment = { ...values, dueDate: toUtc(values.dueDate) }
      const created = await upload.run((progress) => handIn(assignment, file, progress))
      draft.end()
      onCreated(created)
    } catch (error) {
      const failure = toFailure(error)
      if (failure.cancelled) return
      setFileError(failure.problems.find(({ field }) => field === 'file')?.message)
      applyFailure(form, failure, readMessage(failure, newForm.failed), fileField)
      if (!(failure instanceof UncertainFailure)) return
      // A toast, because the form may be closed by now.
      showToast({ tone: 'info', title: newForm.uncertain, seconds: 5 })
    }
  }

  const choose = (chosen: File | null) => {
    setFile(chosen)
    setFileError(chosen ? fileProblem(chosen) : undefined)
    form.clearErrors('root')
  }
  const removeFile = () => {
    choose(null)
    if (inputRef.current) inputRef.current.value = ''
  }
  const draft = useFormDraft({ name: draftName, form, empty, onForgotten: removeFile })
  const startOver = () => {
    draft.discard()
    removeFile()
  }

  const submit = form.handleSubmit(send)
  return {
    form,
    draft: { restored: draft.restored, startOver, locked: upload.running },
    upload,
    attachment: { file, error: fileError, choose, inputRef },
    submit: (event: FormEvent) => {
      setFileError(fileProblem(file))
      return submit(event)
    },
  }
}
