import { valibotResolver } from '@hookform/resolvers/valibot'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { readMessage, toFailure, UncertainFailure } from '../../lib/api/failure'
import { isBlank } from '../../lib/validation/rules'
import { useUpload } from '../../ui/files/use-upload'
import { applyFailure } from '../../ui/forms/form-failure'
import { useFormDraft } from '../../ui/forms/use-form-draft'
import { form as words } from './deliver-words'
import { saveDelivery } from './queries'
import { allFilesProblem, type DeliverInput, deliverSchema, problemOf } from './rules'
import type { Delivery } from './types'

const empty: DeliverInput = { note: '' }

/** The state of the form that delivers work: its note and files, the draft, and the upload. A failure keeps all of them. */
export function useDeliverForm({
  assignment,
  version,
  onDelivered,
  onTyped,
}: {
  /** Its id. */
  assignment: string
  /** The next version, as far as the page knows. */
  version: number
  onDelivered: (delivery: Delivery) => void
  /** Told whether the form holds anything that has not been delivered. */
  onTyped: (typed: boolean) => void
}) {
  const form = useForm<DeliverInput>({ defaultValues: empty, resolver: valibotResolver(deliverSchema) })
  const [files, setFiles] = useState<File[]>([])
  const [filesError, setFilesError] = useState<string>()
  const [lost, setLost] = useState(false)
  const [attempted, setAttempted] = useState<number | null>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  const upload = useUpload(words.uncertain)
  const filesField = { field: 'files', focus: () => inputRef.current?.focus() }
  const note = useWatch({ control: form.control, name: 'note' })
  const typed = files.length > 0 || !isBlank(note)
  const hasArrived = attempted !== null && attempted < version

  useEffect(() => onTyped(typed), [typed, onTyped])

  const choose = (chosen: File[]) => {
    setFiles(chosen)
    setFilesError(chosen.length > 0 ? allFilesProblem(chosen) : undefined)
    form.clearErrors('root')
  }
  const draft = useFormDraft({
    name: `deliver:${assignment}`,
    form,
    empty,
    onForgotten: () => choose([]),
  })
  const startOver = () => {
    draft.discard()
    choose([])
    setLost(false)
    setAttempted(null)
  }

  const send = async ({ note }: DeliverInput) => {
    if (allFilesProblem(files) || files.some(problemOf)) return filesField.focus()
    setLost(false)
    // Until the page says that it has arrived, another attempt is one at the same version.
    const sent = attempted === null || hasArrived ? version : attempted
    setAttempted(sent)
    try {
      const delivery = await upload.run((progress) =>
        saveDelivery(assignment, sent, note.trim(), files, progress),
      )
      startOver()
      onDelivered(delivery)
    } catch (error) {
      const failure = toFailure(error)
      if (failure.cancelled) return
      const isLost = failure.status === 0 && !(failure instanceof UncertainFailure)
      setLost(isLost)
      setFilesError(failure.problems.find(({ field }) => field === 'files')?.message)
      applyFailure(form, failure, isLost ? words.lost : readMessage(failure, words.failed), filesField)
    }
  }
  const submit = form.handleSubmit(send)
  return {
    form,
    note,
    typed,
    /** True after an attempt that got no answer, unless it has arrived. */
    lost: lost && !hasArrived,
    /** The version that was delivered although its answer never came; null for none. */
    arrived: hasArrived && !upload.running ? attempted : null,
    restored: draft.restored,
    startOver,
    upload,
    attachment: { files, error: filesError, choose, inputRef },
    submit: (event: FormEvent) => {
      setFilesError(allFilesProblem(files))
      return submit(event)
    },
  }
}
