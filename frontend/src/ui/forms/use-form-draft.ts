import { useEffect, useEffectEvent, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { clearDraft, readDraft, writeDraft } from '../../lib/storage/draft'
import { onDraftsForgotten } from '../../lib/storage/forget-drafts'

/**
 * Keeps the values of a form under a name until it is sent or discarded, and
 * fills the form with them when it opens again. If the form opens about another
 * subject, the draft about the last one is forgotten. When someone logs out, the
 * form is emptied, and `onForgotten` drops what it holds beside its values.
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
    /** True while the form shows values from before. */
    restored,
    /** Ends the draft: it was sent. */
    end,
    /** Empties the form and ends the draft. */
    discard,
  }
}
