import { type Control, Controller, useWatch } from 'react-hook-form'
import { formatCount } from '../../lib/formats/format'
import { zoneWords } from '../../lib/time/time-zone'
import { useNow } from '../../lib/time/use-now'
import { fileEndings } from '../../lib/validation/attachment'
import { Button } from '../../ui/buttons/button'
import { FilesDropField } from '../../ui/files/files-drop-field'
import { GiveUpUpload } from '../../ui/files/give-up-upload'
import { CheckboxField } from '../../ui/forms/checkbox-field'
import { CounterField } from '../../ui/forms/counter-field'
import { FormSummary } from '../../ui/forms/form-failure'
import { TextArea, TextField } from '../../ui/forms/text-field'
import { AcceptedPolicies } from '../../ui/text/accepted-policies'
import { CountryField } from './country-field'
import type { Facts } from './quote-form'
import { type Place, type Received, words } from './quote-words'
import { hasPassed, pageCount } from './rules'
import type { NewQuote } from './types'
import { problemOf, useQuoteForm } from './use-quote-form'

/** The fields of a quote request (docs/product.md, section 3.10). What is typed survives a reload and a refusal. */
export function QuoteFields({
  descriptionHint,
  ...props
}: {
  place: Place
  service: string
  facts: Facts
  descriptionHint?: string
  focusFirst: boolean
  onReceived: (received: Received) => void
}) {
  const { form, timeZone, restored, startOver, attachment, upload, submit } = useQuoteForm(props)
  const { register, control } = form
  const { errors } = form.formState
  const terms = useWatch({ control, name: 'terms' })
  const { submit: submitLabel, fileRequired } = words[props.place]
  const { wordsPerPage } = props.facts

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      {restored && (
        <p className="text-muted">
          This is your unsent draft; attach its files again.{' '}
          <button type="button" className="link" disabled={upload.running} onClick={startOver}>
            Start over
          </button>
        </p>
      )}
      <TextField
        label="Email"
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
            <CountryField
              value={field.value}
              error={errors.countryCode?.message}
              inputRef={field.ref}
              onChange={field.onChange}
            />
          )}
        />
        <TextField
          label="Phone"
          type="tel"
          autoComplete="tel"
          required
          error={errors.phone?.message}
          {...register('phone')}
        />
      </div>
      <TextField
        label="Subject or course code"
        required
        error={errors.subject?.message}
        {...register('subject')}
      />
      <TextArea
        label="Description"
        required
        rows={4}
        hint={descriptionHint}
        error={errors.description?.message}
        {...register('description')}
      />
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <TextField
          label="Deadline date"
          type="date"
          required
          error={errors.deadline?.message}
          {...register('deadline')}
        />
        <TextField
          label="Deadline time"
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
              label="Pages"
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
        label="Files"
        hint="PDF, Word or text. Up to 10 files, 25 MB each, 60 MB together."
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
        I accept <AcceptedPolicies />
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
      <span>Deadline in the time zone {zoneWords(timeZone)}.</span>
      <strong role="status">{hasPassed(date, time, now) && 'This deadline has already passed.'}</strong>
      {wordsPerPage && (
        <output>
          {formatCount(pages)} {pages === 1 ? 'page' : 'pages'} = {formatCount(pages * wordsPerPage)} words
        </output>
      )}
    </p>
  )
}
