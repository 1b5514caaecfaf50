import { valibotResolver } from '@hookform/resolvers/valibot'
import { use, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { type Failure, readMessage, toFailure } from '../../lib/api/failure'
import { DialogAround, type FormState } from '../dialogs/modal'
import { showSuccess } from '../feedback/action-toasts'
import { applyFailure, summarize } from './form-frame'

/** The fields that differ from what the form held at first. */
type EditedFields<Values> = Partial<Record<keyof Values, boolean>>

/** What a form holds, and how it is sent. */
export type SentForm<Values extends FieldValues, Result> = {
  /**
   * What its fields hold at first, such as the stored record. When it changes, fields that
   * nobody has edited follow it (docs/product.md, section 4.5).
   */
  values: Values
  /** The rules of its fields; without them, only the server has any. */
  schema?: GenericSchema<Values>
  /** Finds what else is wrong with its fields. `pressed` is the value of the button that sends it. */
  check?: (values: Values, pressed: string) => Partial<Record<Path<Values>, string>>
  /** Sends it, and is told which fields were edited. What it throws is shown in the form. */
  send: (values: Values, edited: EditedFields<Values>, pressed: string) => Promise<Result>
  /** Shown if the server refuses it without a sentence. */
  failed: string
  /** Reads the sentence of a refusal, where that is not the server's or `failed`. Without one, nothing is shown. */
  refused?: (failure: Failure, form: UseFormReturn<Values>, pressed: string) => string | undefined
  /** Called once it is sent and its dialog is closed; or what a toast says then. */
  done?: string | ((result: Result, values: Values) => void)
  /** Called if its fields are wrong. */
  onInvalid?: (errors: FieldErrors<Values>) => void
  /** Told whether it has unsaved changes, and whether it is being sent. A dialog around it is told too. */
  onState?: (state: FormState) => void
}

/** Edits, errors and touched fields survive when the record changes. */
const KEEP = {
  keepDirty: true,
  keepDirtyValues: true,
  keepErrors: true,
  keepIsSubmitted: true,
  keepTouched: true,
}

/** A form with one way to be sent: it shows what the server refuses, reports to the dialog around it, and closes that when it is done. */
export function useSentForm<Values extends FieldValues, Result>({
  values,
  schema,
  check,
  send,
  failed,
  refused = (failure) => readMessage(failure, failed),
  done,
  onInvalid,
  onState,
}: SentForm<Values, Result>) {
  const form = useForm<Values>({
    defaultValues: values as DefaultValues<Values>,
    ...(schema && { resolver: valibotResolver(schema) }),
  })
  const { dirtyFields, isDirty, isSubmitting } = form.formState
  const dialog = use(DialogAround)

  const report = useEffectEvent((state: FormState) => {
    dialog?.report(state)
    onState?.(state)
  })
  // A layout effect, so that the dialog knows of the last letter even if Escape follows at once.
  useLayoutEffect(() => report({ typed: isDirty, sending: isSubmitting }), [isDirty, isSubmitting])

  const latest = JSON.stringify(values)
  const followed = useRef(latest)
  // The values themselves: JSON has no NaN, which stands for a number that was not typed yet.
  const follow = useEffectEvent(() => form.reset(values, KEEP))
  // A reset during sending would end the submission, so it waits for the answer.
  useEffect(() => {
    if (isSubmitting || followed.current === latest) return
    followed.current = latest
    follow()
  }, [isSubmitting, latest])

  const submit = form.handleSubmit(async (typed, event) => {
    const submitter = event && (event.nativeEvent as SubmitEvent).submitter
    const pressed = submitter instanceof HTMLButtonElement ? submitter.value : ''
    const problems = Object.entries(check?.(typed, pressed) ?? {}) as [Path<Values>, string][]
    if (problems[0]) {
      for (const [name, message] of problems) form.setError(name, { type: 'check', message })
      summarize(form)
      return form.setFocus(problems[0][0])
    }
    try {
      const result = await send(typed, dirtyFields as EditedFields<Values>, pressed)
      if (done === undefined) return
      dialog?.done()
      if (typeof done === 'string') showSuccess(done)
      else done(result, typed)
    } catch (error) {
      const failure = toFailure(error)
      const sentence = refused(failure, form, pressed)
      if (typeof sentence === 'string') applyFailure(form, failure, sentence)
    }
  }, onInvalid)
  return { form, submit }
}
