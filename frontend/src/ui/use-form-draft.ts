import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { clearDraft, readDraft, writeDraft } from '../lib/draft'

/**
 * Keeps what is typed into a form under a name until it is sent or discarded,
 * and fills the form with it when it opens again. Where the form opens about
 * another thing, what was typed about the last one is forgotten.
 */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
  empty: DefaultValues<Values>,
  about = '',
) {
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
  return {
    /** True while the form shows what was typed before. */
    restored,
    /** It has been sent. */
    end,
    /** The person starts over. */
    discard: () => {
      form.reset(empty)
      end()
    },
  }
}
