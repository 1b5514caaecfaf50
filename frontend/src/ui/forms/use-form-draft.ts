import { useEffect, useEffectEvent, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { clearDraft, readDraft, writeDraft } from '../../lib/storage/draft'
import { onDraftsForgotten } from '../../lib/storage/forget-drafts'

/**
 * Keeps the values of a form under a name until the form is sent or discarded,
 * and restores them when it opens again. `about` is the subject of the form; a
 * draft about another subject is deleted. When someone logs out, the form is
 * emptied, and `onForgotten` clears whatever else it holds.
 */
export function useFormDraft<Values extends FieldValues>({
  name,
  form,
  empty,
  about = '',
  onForgotten,
}: {
  name: string
  form: UseFormReturn<Values>
  empty: DefaultValues<Values>
  about?: string
  onForgotten: () => void
}) {
  const [restored, setRestored] = useState(() => readDraft(name, about) !== null)

  useEffect(() => {
    const draft = readDraft(name, about)
    if (!draft) clearDraft(name)
    else form.reset({ ...empty, ...draft } as DefaultValues<Values>)
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (JSON.stringify(values) === JSON.stringify(empty)) clearDraft(name)
        else writeDraft(name, values, about)
      },
    })
  }, [name, form, empty, about])

  const end = () => {
    clearDraft(name)
    setRestored(false)
  }
  const discard = () => {
    form.reset(empty)
    end()
  }
  const forget = useEffectEvent(() => {
    discard()
    onForgotten()
  })
  useEffect(() => onDraftsForgotten(forget), [])

  return {
    /** True while the form shows restored values. */
    restored,
    /** Deletes the draft after the form was sent. */
    end,
    /** Empties the form and deletes the draft. */
    discard,
  }
}
