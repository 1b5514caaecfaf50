import { type Control, useWatch } from 'react-hook-form'
import { zoneWords } from '../../lib/time/time-zone'
import { useNow } from '../../lib/time/use-now'
import { fileEndings } from '../../lib/validation/attachment'
import { FilesDropField } from '../../ui/files/files-drop-field'
import { GiveUpUpload } from '../../ui/files/give-up-upload'
import { UploadFrame } from '../../ui/files/upload-frame'
import { CheckboxField } from '../../ui/forms/checkbox-field'
import { ComboboxField } from '../../ui/forms/combobox-field'
import { CounterField } from '../../ui/forms/counter-field'
import { SubmitButton } from '../../ui/forms/form-frame'
import { TextArea, TextField } from '../../ui/forms/text-field'
import { AcceptedPolicies } from '../../ui/text/accepted-policies'
import countries from './countries.json'
import { deadline, draft, type FormPlace, fields, length, places } from './form-words'
import type { QuoteReceipt, QuoteSettings } from './quote-form'
import { hasPassed, pageCount } from './rules'
import type { NewQuote } from './types'
import { useQuoteForm } from './use-quote-form'

/** The countries of a phone number, found by name, dialling code or two letters (docs/product.md, section 3.10). */
const countryOptions = countries.map(({ name, dial_code, code }) => ({
  value: code,
  label: `${name} (${dial_code})`,
  words: `${name} ${dial_code} ${code}`,
}))

/** The fields of a quote request (docs/product.md, section 3.10). The input survives a reload and a refusal. */
export function QuoteFields({
  descriptionHint,
  ...props
}: {
  place: FormPlace
  service: string
  settings: QuoteSettings
  descriptionHint?: string
  focusFirst: boolean
  onReceived: (received: QuoteReceipt) => void
}) {
  const form = useQuoteForm(props)
  const { timeZone, attachment, upload } = form
  const { control } = form.form
  const terms = useWatch({ control, name: 'terms' })
  const { submit, fileRequired } = places[props.place]
  const { wordsPerPage } = props.settings

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
