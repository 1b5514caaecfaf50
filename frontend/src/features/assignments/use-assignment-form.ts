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

const empty: NewAssignment = { title: '', description: '', dueDate: '', subject: '', priority: 'Medium' }

/** What is said where nobody knows whether it has arrived. */
const UNCERTAIN = 'It may have arrived: look at your list before you send it again.'

/**
 * The state of handing in, shared by the modal and the page (docs/product.md,
 * section 3.2). What is typed survives a reload until it is sent; a refusal keeps it all.
 */
export function useAssignmentForm({
  draftName,
  toUtc,
  fileRequired = false,
  onCreated,
  onLocked,
}: {
  draftName: string
  /** What the due field holds, as UTC for the wire. */
  toUtc: (due: string) => string
  fileRequired?: boolean
  onCreated: (assignment: Assignment) => void
  /** Told whether the form is to stay: while it is sent, until the answer is overdue. */
  onLocked?: (locked: boolean) => void
}) {
  const form = useForm<NewAssignment>({
    defaultValues: empty,
    resolver: valibotResolver(newAssignmentSchema),
  })
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  const inputRef = useRef<HTMLInputElement>(null)
  const upload = useUpload(UNCERTAIN)
  const attached = { field: 'file', focus: () => inputRef.current?.focus() }

  const locked = upload.running && !upload.overdue
  useEffect(() => onLocked?.(locked), [locked, onLocked])

  const judge = (chosen: File | null) => {
    if (chosen) return firstProblem(attachmentSchema, chosen)
    return fileRequired ? 'Attachment is required' : undefined
  }

  const send = async (values: NewAssignment) => {
    if (judge(file)) return attached.focus()
    try {
      const assignment = { ...values, dueDate: toUtc(values.dueDate) }
      const created = await upload.run((progress) => handIn(assignment, file, progress))
      draft.end()
      onCreated(created)
    } catch (error) {
      const failure = toFailure(error)
      if (failure.cancelled) return
      setFileError(failure.problems.find(({ field }) => field === 'file')?.message)
      applyFailure(form, failure, readMessage(failure, 'Failed to upload assignment'), attached)
      if (!(failure instanceof UncertainFailure)) return
      // The form may have been left by now.
      showToast({ tone: 'info', title: UNCERTAIN, seconds: 5 })
    }
  }

  const choose = (chosen: File | null) => {
    setFile(chosen)
    setFileError(chosen ? judge(chosen) : undefined)
    form.clearErrors('root')
  }
  const dropFile = () => {
    choose(null)
    if (inputRef.current) inputRef.current.value = ''
  }
  const draft = useFormDraft({ name: draftName, form, empty, onForgotten: dropFile })
  const startOver = () => {
    draft.discard()
    dropFile()
  }

  const submit = form.handleSubmit(send)
  return {
    form,
    draft: { restored: draft.restored, startOver, locked: upload.running },
    upload,
    attachment: { file, error: fileError, choose, inputRef },
    submit: (event: FormEvent) => {
      setFileError(judge(file))
      return submit(event)
    },
  }
}
