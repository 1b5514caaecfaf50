import { useEffect, useMemo, useRef, useState } from 'react'
import { readMessage } from '../../lib/api/failure'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { browserZone } from '../../lib/time/time-zone'
import { attachmentSchema, filesProblem } from '../../lib/validation/attachment'
import { firstProblem } from '../../lib/validation/rules'
import { useUploadForm } from '../../ui/files/use-upload-form'
import { createQuote } from './create-quote'
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

const problemOf = (file: File) => firstProblem(attachmentSchema, file)

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
  const [timeZone] = useState(browserZone)
  const upload = useUploadForm({
    draft: { name: `quote:${place}`, about: service },
    empty,
    schema: newQuoteSchema,
    field: 'files',
    problem: (files) => (fileRequired && files.length === 0 ? failures.fileRequired : filesProblem(files)),
    problemOf,
    summarizesFiles: true,
    uncertain: failures.uncertain,
    send: async (values, files, progress) => {
      const quote = { ...values, pages: String(pageCount(values.pages)) }
      if (!settings.demoMode) return createQuote(quote, { service, timeZone }, files, progress)
      await pause(demoDelay, progress.signal)
      return ''
    },
    refused: (failure) => readMessage(failure, failures.send),
    onSent: (reference) => onReceived({ reference }),
  })
  const { form } = upload
  const { setFocus } = form

  useEffect(() => {
    if (focusFirst) setFocus('email')
  }, [focusFirst, setFocus])

  // The address of the account comes and goes with its session, unless another one was typed.
  const suggested = useRef(email)
  useEffect(() => {
    if (form.getValues('email') === suggested.current) form.setValue('email', email)
    suggested.current = email
  }, [form, email])

  return { ...upload, timeZone }
}

/** Waits, or throws when it is cancelled. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')), { once: true })
  })
}
