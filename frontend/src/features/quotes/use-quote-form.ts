import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { readMessage, toFailure } from '../../lib/api/failure'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { browserZone } from '../../lib/time/time-zone'
import { attachmentSchema, filesProblem } from '../../lib/validation/attachment'
import { firstProblem } from '../../lib/validation/rules'
import { useUpload } from '../../ui/files/use-upload'
import { applyFailure, summarize } from '../../ui/forms/form-failure'
import { useFormDraft } from '../../ui/forms/use-form-draft'
import { createQuote } from './api'
import { type FormPlace, failures, places } from './form-words'
import type { QuoteReceipt, QuoteSettings } from './quote-form'
import { newQuoteSchema, pageCount } from './rules'
import type { NewQuote } from './types'

const blank: NewQuote = {
  email: '',
  countryCode: 'AU',
  phone: '',
  subject: '',
  description: '',
  deadline: '',
  deadlineTime: '',
  pages: '1',
  terms: false,
}

/** The problem with one file, if any. */
export const problemOf = (file: File) => firstProblem(attachmentSchema, file)

/** The state of the quote form: its fields, files and draft, and the upload. */
export function useQuoteForm({
  place,
  service,
  settings,
  focusFirst,
  onReceived,
}: {
  place: FormPlace
  service: string
  settings: QuoteSettings
  focusFirst: boolean
  onReceived: (received: QuoteReceipt) => void
}) {
  const { fileRequired, demoDelay } = places[place]
  const { user } = useAtomValue(sessionAtom)
  const email = user?.email ?? ''
  const empty = useMemo(() => ({ ...blank, email }), [email])
  const form = useForm<NewQuote>({ defaultValues: empty, resolver: valibotResolver(newQuoteSchema) })
  const [timeZone] = useState(browserZone)
  const [files, setFiles] = useState<File[]>([])
  const [filesError, setFilesError] = useState<string>()
  const filesRef = useRef<HTMLInputElement>(null)
  const upload = useUpload(failures.uncertain)
  const { setFocus } = form
  const attached = { field: 'files', focus: () => filesRef.current?.focus() }

  useEffect(() => {
    if (focusFirst) setFocus('email')
  }, [focusFirst, setFocus])

  // The address of the account comes and goes with its session, unless another one was typed.
  const suggested = useRef(email)
  useEffect(() => {
    if (form.getValues('email') === suggested.current) form.setValue('email', email)
    suggested.current = email
  }, [form, email])

  const chooseFiles = (chosen: File[]) => {
    setFiles(chosen)
    setFilesError(filesProblem(chosen))
    form.clearErrors('root')
  }

  const draft = useFormDraft({
    name: `quote:${place}`,
    form,
    empty,
    about: service,
    onForgotten: () => chooseFiles([]),
  })

  const send = (quote: NewQuote) =>
    upload.run(async (progress) => {
      if (!settings.demoMode) return createQuote(quote, { service, timeZone }, files, progress)
      await pause(demoDelay, progress.signal)
      return ''
    })

  /** The problem with the files, if any. A missing file is also reported beside the field. */
  const checkFiles = () => {
    const missing = fileRequired && files.length === 0 ? failures.fileRequired : undefined
    if (missing) setFilesError(missing)
    return missing ?? filesProblem(files) ?? files.map(problemOf).find(Boolean)
  }

  const submit = form.handleSubmit(
    async (values) => {
      const problem = checkFiles()
      if (problem) {
        summarize(form, problem)
        attached.focus()
        return
      }
      try {
        const reference = await send({ ...values, pages: String(pageCount(values.pages)) })
        draft.end()
        onReceived({ reference })
      } catch (error) {
        const failure = toFailure(error)
        if (failure.cancelled) return
        setFilesError(failure.problems.find(({ field }) => field === 'files')?.message)
        applyFailure(form, failure, readMessage(failure, failures.send), attached)
      }
    },
    () => summarize(form, checkFiles()),
  )

  const startOver = () => {
    draft.discard()
    chooseFiles([])
  }
  return {
    form,
    timeZone,
    restored: draft.restored,
    startOver,
    attachment: { files, error: filesError, choose: chooseFiles, inputRef: filesRef },
    upload,
    submit,
  }
}

/** Waits, or throws when it is cancelled. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')), { once: true })
  })
}
