import { type Control, Controller, useWatch } from 'react-hook-form'
import { zoneWords } from '../../lib/time/time-zone'
import { useNow } from '../../lib/time/use-now'
import { fileEndings } from '../../lib/validation/attachment'
import { Button } from '../../ui/buttons/button'
import { FilesDropField } from '../../ui/files/files-drop-field'
import { GiveUpUpload } from '../../ui/files/give-up-upload'
import { CheckboxField } from '../../ui/forms/checkbox-field'
import { ComboboxField } from '../../ui/forms/combobox-field'
import { CounterField } from '../../ui/forms/counter-field'
import { FormSummary } from '../../ui/forms/form-failure'
import { TextArea, TextField } from '../../ui/forms/text-field'
import { AcceptedPolicies } from '../../ui/text/accepted-policies'
import countries from './countries.json'
import { deadline, draft, type FormPlace, fields, length, places } from './form-words'
import type { QuoteReceipt, QuoteSettings } from './quote-form'
import { hasPassed, pageCount } from './rules'
import type { NewQuote } from './types'
import { problemOf, useQuoteForm } from './use-quote-form'

/** The countries of a phone number, found by name, dialling code or two letters (docs/product.md, section 3.10). */
const countryOptions = countries.map(({ name, dial_code, code }) => ({
  value: code,
  label: `${name} (${dial_code})`,
  words: `${name} ${dial_code} ${code}`,
}))

/** The fields of a quote request (docs/product.md, section 3.10). What is typed survives a reload and a refusal. */
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
  const { form, timeZone, restored, startOver, attachment, upload, submit } = useQuoteForm(props)
  const { register, control } = form
  const { errors } = form.formState
  const terms = useWatch({ control, name: 'terms' })
  const { submit: submitLabel, fileRequired } = places[props.place]
  const { wordsPerPage } = props.settings

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      {restored && (
        <p className="text-muted">
          {draft.restored}{' '}
          <button type="button" className="link" disabled={upload.running} onClick={startOver}>
            {draft.discard}
          </button>
        </p>
      )}
      <TextField
        label={fields.email}
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <Controller
          control={control}
          name="countryCode"
          render={({ field }) => (
            <ComboboxField
              label={fields.country}
              options={countryOptions}
              value={field.value}
              error={errors.countryCode?.message}
              inputRef={field.ref}
              onChange={field.onChange}
            />
          )}
        />
        <TextField
          label={fields.phone}
          type="tel"
          autoComplete="tel"
          required
          error={errors.phone?.message}
          {...register('phone')}
        />
      </div>
      <TextField label={fields.subject} required error={errors.subject?.message} {...register('subject')} />
      <TextArea
        label={fields.description}
        required
        rows={4}
        hint={descriptionHint}
        error={errors.description?.message}
        {...register('description')}
      />
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <TextField
          label={fields.date}
          type="date"
          required
          error={errors.deadline?.message}
          {...register('deadline')}
        />
        <TextField
          label={fields.time}
          type="time"
          required
          error={errors.deadlineTime?.message}
          {...register('deadlineTime')}
        />
        <Controller
          control={control}
          name="pages"
          render={({ field }) => (
            <CounterField
              label={fields.pages}
              error={errors.pages?.message}
              value={field.value}
              inputRef={field.ref}
              read={pageCount}
              onChange={field.onChange}
            />
          )}
        />
        <DeadlineAndWordCount control={control} timeZone={timeZone} wordsPerPage={wordsPerPage} />
      </div>
      <FilesDropField
        label={fields.files}
        hint={fields.filesHint}
        required={fileRequired}
        accept={fileEndings.join(',')}
        files={attachment.files}
        problemOf={problemOf}
        error={attachment.error}
        progress={upload.progress}
        inputRef={attachment.inputRef}
        onFiles={attachment.choose}
      />
      <CheckboxField error={errors.terms?.message} {...register('terms')}>
        {fields.accept} <AcceptedPolicies />
      </CheckboxField>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" disabled={!terms} busy={upload.running}>
          {submitLabel}
        </Button>
        {upload.running && <GiveUpUpload upload={upload} />}
      </div>
    </form>
  )
}

/** The zone of the deadline, whether it has passed, and how many words the pages come to. */
function DeadlineAndWordCount({
  control,
  timeZone,
  wordsPerPage,
}: {
  control: Control<NewQuote>
  timeZone: string
  wordsPerPage: number | undefined
}) {
  const [date, time, typed] = useWatch({ control, name: ['deadline', 'deadlineTime', 'pages'] })
  const pages = pageCount(typed)
  const now = useNow()
  return (
    <p className="grid content-end text-[0.9375rem] text-muted lining-nums tabular-nums">
      <span>{deadline.zone(zoneWords(timeZone))}</span>
      <strong role="status">{hasPassed(date, time, now) && deadline.passed}</strong>
      {wordsPerPage && <output>{length(pages, wordsPerPage)}</output>}
    </p>
  )
}
