import { useEffect, useMemo, useRef, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { readMessage } from '../../lib/api/failure'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { browserZone, zoneWords } from '../../lib/time/time-zone'
import { useNow } from '../../lib/time/use-now'
import { attachmentSchema, fileEndings, filesProblem } from '../../lib/validation/attachment'
import { firstProblem } from '../../lib/validation/rules'
import { FilesDropField } from '../../ui/files/files-drop-field'
import { GiveUpUpload } from '../../ui/files/give-up-upload'
import { UploadFrame } from '../../ui/files/upload-frame'
import { useUploadForm } from '../../ui/files/use-upload-form'
import { ComboboxField } from '../../ui/forms/combobox-field'
import { CheckboxField, CounterField, TextArea, TextField } from '../../ui/forms/fields'
import { SubmitButton } from '../../ui/forms/form-frame'
import { AcceptedPolicies } from '../../ui/text/accepted-policies'
import countries from './countries.json'
import { deadline, draft, type FormPlace, failures, fields, length, places } from './form-words.en'
import { createQuote, hasPassed, type NewQuote, newQuoteSchema, pageCount } from './new-quote'

/** The site's settings for the form: how many words a page has, and whether to only pretend to send (docs/product.md, section 3.10). */
export type QuoteSettings = { wordsPerPage: number | undefined; demoMode: boolean }

/** The result of a request. In demo mode the reference is empty, because nothing was sent. */
export type QuoteReceipt = { reference: string }

/** The countries of a phone number, found by name, dialling code or two letters (docs/product.md, section 3.10). */
const countryOptions = countries.map(({ name, dial_code, code }) => ({
  value: code,
  label: `${name} (${dial_code})`,
  words: `${name} ${dial_code} ${code}`,
}))

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

/** The fields of a quote request (docs/product.md, section 3.10). The input survives a reload and a refusal. */
export function QuoteFields({
  place,
  service,
  settings: { demoMode, wordsPerPage },
  descriptionHint,
  focusFirst,
  onReceived,
}: {
  place: FormPlace
  service: string
  settings: QuoteSettings
  descriptionHint?: string
  focusFirst: boolean
  onReceived: (received: QuoteReceipt) => void
}) {
  const { submit, fileRequired, demoDelay } = places[place]
  const { user } = useAtomValue(sessionAtom)
  const email = user?.email ?? ''
  const empty = useMemo(() => ({ ...blank, email }), [email])
  const [timeZone] = useState(browserZone)
  const form = useUploadForm({
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
      if (!demoMode) return createQuote(quote, { service, timeZone }, files, progress)
      await pause(demoDelay, progress.signal)
      return ''
    },
    refused: (failure) => readMessage(failure, failures.send),
    onSent: (reference) => onReceived({ reference }),
  })
  const {
    attachment,
    upload,
    form: { control, getValues, setFocus, setValue },
  } = form

  useEffect(() => {
    if (focusFirst) setFocus('email')
  }, [focusFirst, setFocus])

  // The address of the account comes and goes with its session, unless another one was typed.
  const suggested = useRef(email)
  useEffect(() => {
    if (getValues('email') === suggested.current) setValue('email', email)
    suggested.current = email
  }, [getValues, setValue, email])

  const terms = useWatch({ control, name: 'terms' })
  return (
    <UploadFrame of={form} words={draft}>
      <TextField name="email" label={fields.email} type="email" autoComplete="email" required />
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <ComboboxField name="countryCode" label={fields.country} options={countryOptions} />
        <TextField name="phone" label={fields.phone} type="tel" autoComplete="tel" required />
      </div>
      <TextField name="subject" label={fields.subject} required />
      <TextArea name="description" label={fields.description} required rows={4} hint={descriptionHint} />
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <TextField name="deadline" label={fields.date} type="date" required />
        <TextField name="deadlineTime" label={fields.time} type="time" required />
        <DeadlineNote control={control} timeZone={timeZone} />
        <CounterField name="pages" label={fields.pages} read={pageCount} />
        {wordsPerPage && <WordCount control={control} wordsPerPage={wordsPerPage} />}
      </div>
      <FilesDropField
        {...attachment}
        label={fields.files}
        hint={fields.filesHint}
        required={fileRequired}
        accept={fileEndings.join(',')}
      />
      <CheckboxField name="terms">
        {fields.accept} <AcceptedPolicies />
      </CheckboxField>
      <div className="flex flex-wrap gap-3">
        <SubmitButton disabled={!terms}>{submit}</SubmitButton>
        {upload.running && <GiveUpUpload upload={upload} />}
      </div>
    </UploadFrame>
  )
}

/** The time zone of the deadline, and whether it has passed. */
function DeadlineNote({ control, timeZone }: { control: Control<NewQuote>; timeZone: string }) {
  const [date, time] = useWatch({ control, name: ['deadline', 'deadlineTime'] })
  const now = useNow()
  return (
    <p className="-mt-2.5 text-[0.9375rem] text-muted min-[30rem]:col-span-full">
      <span>{deadline.zone(zoneWords(timeZone))}</span>{' '}
      <strong role="status">{hasPassed(date, time, now) && deadline.passed}</strong>
    </p>
  )
}

/** The number of words on the pages. */
function WordCount({ control, wordsPerPage }: { control: Control<NewQuote>; wordsPerPage: number }) {
  const pages = pageCount(useWatch({ control, name: 'pages' }))
  return (
    <p className="-mt-2.5 text-[0.9375rem] text-muted lining-nums tabular-nums min-[30rem]:mt-0 min-[30rem]:self-end min-[30rem]:pb-2.5">
      <output>{length(pages, wordsPerPage)}</output>
    </p>
  )
}

/** Waits, or throws when it is cancelled. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')), { once: true })
  })
}
