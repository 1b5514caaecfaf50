import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type { FormState } from '../dialogs/form-modal'

/** Edits, errors and touched fields survive when the record changes. */
const KEEP = {
  keepDirty: true,
  keepDirtyValues: true,
  keepErrors: true,
  keepIsSubmitted: true,
  keepTouched: true,
}

/**
 * The form of a FormModal that edits a stored record. When someone else changes
 * the record, untouched fields follow it (docs/product.md, section 4.5); edited
 * fields keep what was typed.
 */
export function useRecordForm<Values extends FieldValues>({
  record,
  resolver,
  onState,
}: {
  /** The current values of the record, in the form of the fields. */
  record: Values
  resolver: Resolver<Values>
  onState: (state: FormState) => void
}) {
  const form = useForm<Values>({ defaultValues: record as DefaultValues<Values>, resolver })
  const { reset } = form
  const { isDirty, isSubmitting, dirtyFields } = form.formState
  const latest = JSON.stringify(record)
  // The record itself: JSON knows no NaN, which stands for a number that is not there yet.
  const follow = useEffectEvent((_changed: string) => reset(record, KEEP))

  // A layout effect, so that the dialog knows of the last letter even if Escape follows at once.
  useLayoutEffect(() => onState({ typed: isDirty, sending: isSubmitting }), [isDirty, isSubmitting, onState])

  // A reset during sending would end the submission, so it waits for the answer.
  useEffect(() => {
    if (!isSubmitting) follow(latest)
  }, [isSubmitting, latest])

  return { form, dirtyFields }
}
