import type { ComponentProps } from 'react'
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { toFailure } from '../../lib/api/failure'
import { Button } from '../buttons/button'
import { Alert } from '../feedback/alert'
import { FormContext, useFormAround } from './fields'

/** The files that are sent with a form. They are not among its values; their input is its last control. */
type AttachedFiles = { field: string; focus: () => void }

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
  summarize(form, known.some(({ message }) => message === sentence) ? '' : sentence)
  const first = known[0]
  if (first) form.setFocus(first.field as Path<Values>)
  else if (files && problems.some(({ field }) => field === files.field)) files.focus()
}

/**
 * Shows on top of a form what is wrong with each field, as long as it is, and a
 * sentence about something else until the form is sent again or other files are chosen.
 */
export function summarize<Values extends FieldValues>(form: UseFormReturn<Values>, sentence = '') {
  form.setError('root', { message: sentence })
}

/** The summary on top of the surrounding form: what is wrong with its fields and with the form. */
export function FormSummary() {
  const errors: FieldErrors = useFormAround().formState.errors
  const [first, ...others] = new Set(
    Object.values(errors).flatMap((error) => (error?.message as string) || []),
  )
  if (!errors.root || !first) return null
  return (
    <Alert title={first}>
      {others.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Alert>
  )
}

/** A form around its fields, for forms that are sent in a way of their own. */
export function FormFrame<Values extends FieldValues>({
  form,
  label,
  className = 'grid grid-cols-1 gap-4',
  ...rest
}: {
  form: UseFormReturn<Values>
  label?: string | undefined
  className?: string | undefined
} & Pick<ComponentProps<'form'>, 'onChange' | 'onSubmit' | 'children'>) {
  return (
    // Fields know the names of the values, not their types. A new object lets them follow the state of the form.
    <FormContext value={{ ...form } as unknown as UseFormReturn}>
      <form noValidate aria-label={label} className={className} {...rest} />
    </FormContext>
  )
}

/** The button that sends the surrounding form. */
export function SubmitButton({ variant = 'primary', ...button }: ComponentProps<typeof Button>) {
  return <Button type="submit" variant={variant} busy={useFormAround().formState.isSubmitting} {...button} />
}
