import { valibotResolver } from '@hookform/resolvers/valibot'
import { type FormEvent, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { type Failure, toFailure } from '../../lib/api/failure'
import { clearDraft, readDraft, writeDraft } from '../../lib/storage/draft'
import { onDraftsForgotten } from '../../lib/storage/forget-drafts'
import { DialogAround } from '../dialogs/modal'
import { applyFailure, summarize } from '../forms/form-frame'
import { type Progress, useUpload } from './use-upload'

/**
 * A form that is sent with files. A refusal keeps everything. What was typed is kept as a draft, without the files,
 * until the form is sent or emptied, and restored when it opens again. When someone logs out, the form is emptied.
 */
export function useUploadForm<Values extends FieldValues, Result>({
  draft: { name, about = '' },
  empty,
  schema,
  field,
  problem,
  problemOf,
  summarizesFiles = false,
  uncertain,
  send,
  refused,
  onSent,
}: {
  /** The name of its draft, and the subject of the form: a draft about another one is deleted. */
  draft: { name: string; about?: string }
  empty: Values
  schema: GenericSchema<Values>
  /** What the server calls the files. */
  field: 'file' | 'files'
  /** What is wrong with the files as a whole, if anything. It is shown beside them. */
  problem: (files: File[]) => string | undefined
  /** What is wrong with one of them, if anything. */
  problemOf: (file: File) => string | undefined
  /** Also shows on top of the form what is wrong with the files. */
  summarizesFiles?: boolean
  /** Said when somebody stops waiting for an overdue answer. */
  uncertain: string
  send: (values: Values, files: File[], progress: Progress) => Promise<Result>
  /** Reads the sentence of a refusal. */
  refused: (failure: Failure) => string
  onSent: (result: Result) => void
}) {
  const form = useForm<Values>({
    defaultValues: empty as DefaultValues<Values>,
    resolver: valibotResolver(schema),
  })
  const [files, setFiles] = useState<File[]>([])
  const [error, setError] = useState<string>()
  const inputRef = useRef<HTMLInputElement>(null)
  const upload = useUpload(uncertain)
  const dialog = use(DialogAround)
  const sending = upload.running && !upload.overdue
  // The dialog may be closed at any other time: what was typed is kept as a draft.
  useEffect(() => dialog?.report({ typed: false, sending }), [dialog, sending])

  const attached = { field, focus: () => inputRef.current?.focus() }

  const choose = (chosen: File[]) => {
    setFiles(chosen)
    setError(chosen.length > 0 ? problem(chosen) : undefined)
    form.clearErrors('root')
  }

  const [restored, setRestored] = useState(() => readDraft(name, about) !== null)
  useEffect(() => {
    const draft = readDraft(name, about)
    if (!draft) clearDraft(name)
    else form.reset({ ...empty, ...draft })
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (JSON.stringify(values) === JSON.stringify(empty)) clearDraft(name)
        else writeDraft(name, values, about)
      },
    })
  }, [name, form, empty, about])
  const endDraft = () => {
    clearDraft(name)
    setRestored(false)
  }
  const startOver = () => {
    form.reset(empty)
    endDraft()
    choose([])
    if (inputRef.current) inputRef.current.value = ''
  }
  const forget = useEffectEvent(startOver)
  useEffect(() => onDraftsForgotten(forget), [])

  const filesProblem = () => problem(files) ?? files.map(problemOf).find(Boolean)
  const submit = form.handleSubmit(
    async (values) => {
      const wrong = filesProblem()
      if (wrong) {
        if (summarizesFiles) summarize(form, wrong)
        return attached.focus()
      }
      try {
        const result = await upload.run((progress) => send(values, files, progress))
        endDraft()
        onSent(result)
      } catch (error) {
        const failure = toFailure(error)
        if (failure.cancelled) return
        setError(failure.problems.find((problem) => problem.field === field)?.message)
        applyFailure(form, failure, refused(failure), attached)
      }
    },
    () => {
      if (summarizesFiles) summarize(form, filesProblem())
    },
  )
  return {
    form,
    upload,
    /** The files, as their field takes them. */
    attachment: { files, error, problemOf, progress: upload.progress, inputRef, onFiles: choose },
    /** True while the form shows a restored draft. */
    restored,
    /** Empties the form and deletes its draft. */
    startOver,
    submit: (event: FormEvent) => {
      setError(problem(files))
      return submit(event)
    },
  }
}
