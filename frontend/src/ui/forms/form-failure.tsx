import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { toFailure } from '../../lib/api/failure'
import { Alert } from '../feedback/alert'

/** Files that are sent with a form, which does not hold them itself: its last control. */
export type AttachedFiles = { field: string; focus: () => void }

/**
 * Puts a refusal into its form: each field's sentence beside the field, the
 * given sentence on top, the focus on the first that was refused, the files
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
  summarize(form, sentence)
  const first = known[0]
  if (first) form.setFocus(first.field as Path<Values>)
  else if (files && problems.some(({ field }) => field === files.field)) files.focus()
}

/** Puts a sentence on top of a form, until it is sent again or other files are chosen. */
export function summarize<Values extends FieldValues>(form: UseFormReturn<Values>, sentence: string) {
  form.setError('root', { type: 'summary', message: sentence })
}

/** The summary on top of a form: what is wrong with the whole of it, or with its first field. */
export function FormSummary<Values extends FieldValues>({ form }: { form: UseFormReturn<Values> }) {
  const sentence = form.formState.errors.root?.message
  return sentence ? <Alert title={sentence} /> : null
}
