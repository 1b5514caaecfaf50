import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect } from 'react'
import { useController, useForm } from 'react-hook-form'
import { Button } from '../../ui/buttons/button'
import { attempt, FormSummary } from '../../ui/forms/form-failure'
import { StarField } from '../../ui/forms/star-field'
import { TextArea } from '../../ui/forms/text-field'
import { saveRating } from './queries'
import { newRatingSchema } from './rules'
import type { NewRating } from './types'
import { rating as words } from './words'

/** The form that rates finished work, once (docs/product.md, section 3.8). */
export function RatingForm({
  assignment,
  onTyped,
  onRated,
}: {
  assignment: string
  /** Called with whether something was typed or chosen. */
  onTyped: (typed: boolean) => void
  onRated: () => void
}) {
  const form = useForm<NewRating>({
    defaultValues: { rating: null, comment: '' },
    resolver: valibotResolver(newRatingSchema),
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const { field } = useController({ control: form.control, name: 'rating' })

  useEffect(() => onTyped(isDirty), [isDirty, onTyped])

  const submit = form.handleSubmit(async (rating) => {
    await attempt(form, words.failure, async () => {
      await saveRating(assignment, rating)
      onRated()
    })
  })

  return (
    <form noValidate className="grid max-w-xl gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <StarField
        label={words.stars}
        firstRef={field.ref}
        value={field.value ?? 0}
        error={errors.rating?.message}
        onChange={(rating) => form.setValue('rating', rating, { shouldValidate: true, shouldDirty: true })}
      />
      <TextArea
        label={words.comment}
        rows={3}
        error={errors.comment?.message}
        {...form.register('comment')}
      />
      <div>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}
