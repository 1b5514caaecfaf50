import { useEffect, useLayoutEffect } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type { FormState } from '../dialogs/form-modal'

/** What somebody has begun, and was told is wrong, stays when the record changes under it. */
const KEEP = {
  keepDirty: true,
  keepDirtyValues: true,
  keepErrors: true,
  keepIsSubmitted: true,
  keepTouched: true,
}

/**
 * The form of a FormModal that changes a stored record. What the person has
 * not touched follows the record while others change it (docs/product.md,
 * section 4.5); what was typed stays.
 */
export function useRecordForm<Values extends FieldValues>({
  record,
  resolver,
  onState,
}: {
  /** What the record holds by now, as the fields take it. */
  record: Values
  resolver: Resolver<Values>
  onState: (state: FormState) => void
}) {
  const form = useForm<Values>({ defaultValues: record as DefaultValues<Values>, resolver })
  const { reset } = form
  const { isDirty, isSubmitting, dirtyFields } = form.formState
  const latest = JSON.stringify(record)

  // At once, so that the dialog knows of the last letter when Escape follows on it.
  useLayoutEffect(() => onState({ typed: isDirty, sending: isSubmitting }), [isDirty, isSubmitting, onState])

  // A reset would let go of a form that is being sent: it comes after the answer.
  useEffect(() => {
    if (!isSubmitting) reset(JSON.parse(latest), KEEP)
  }, [isSubmitting, latest, reset])

  return { form, dirtyFields }
}
