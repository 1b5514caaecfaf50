import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { readMessage, toFailure } from '../../lib/api/failure'
import { Alert } from '../feedback/alert'
import { several } from './words'

/** The files that are sent with a form. They are not among its values; their input is its last control. */
export type AttachedFiles = { field: string; focus: () => void }

/**
 * Shows a refusal in its form: each field's sentence beside the field, and all of
 * them with the given sentence on top. The first refused field gets the focus; the files come
 * after the fields. What was typed stays.
 */
export function applyFailure<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  sentence: string,
  files?: AttachedFiles,
) {
  const { problems } = toFailure(error)
  const fields = Object.keys(form.getValues())
  const known = fields.flatMap((field) => problems.filter((problem) => problem.field === field))
  for (const { field, message } of known) form.setError(field as Path<Values>, { type: 'server', message })
  summarizeFields(form, known.some(({ message }) => message === sentence) ? '' : sentence)
  const first = known[0]
  if (first) form.setFocus(first.field as Path<Values>)
  else if (files && problems.some(({ field }) => field === files.field)) files.focus()
}

/** Sends a form. A failure is shown in it, with the sentence `failed` if the server sent none. */
export async function attempt<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  failed: string,
  send: () => Promise<void>,
) {
  try {
    await send()
  } catch (error) {
    applyFailure(form, error, readMessage(error, failed))
  }
}

/** Shows a sentence on top of a form until it is sent again or other files are chosen. */
export function summarize<Values extends FieldValues>(form: UseFormReturn<Values>, sentence: string) {
  form.setError('root', { type: 'summary', message: sentence })
}

/** Shows on top of a form what is wrong with each field, as long as it is, and a sentence about something else if there is one. */
export function summarizeFields<Values extends FieldValues>(form: UseFormReturn<Values>, sentence = '') {
  form.setError('root', { type: FIELDS, message: sentence })
}

const FIELDS = 'fields'

/** The summary on top of a form: what is wrong with the form and with its fields. */
export function FormSummary<Values extends FieldValues>({ form }: { form: UseFormReturn<Values> }) {
  const errors: FieldErrors = form.formState.errors
  const fields = errors.root?.type === FIELDS ? Object.keys(form.getValues()) : []
  const found = [...fields, 'root'].map((field) => errors[field]?.message)
  const sentences = [...new Set(found)].filter(
    (sentence): sentence is string => typeof sentence === 'string' && sentence !== '',
  )
  if (sentences.length < 2) return sentences[0] ? <Alert title={sentences[0]} /> : null
  return (
    <Alert title={several(sentences.length)}>
      <ul className="list-disc pl-5">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  )
}
