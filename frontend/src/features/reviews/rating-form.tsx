import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { readMessage, toFailure } from '../../lib/failure'
import { Button } from '../../ui/button'
import { applyFailure, FormSummary } from '../../ui/form-failure'
import { StarField } from '../../ui/star-field'
import { TextArea } from '../../ui/text-field'
import { rateAssignment } from './api'
import { newRatingSchema } from './rules'
import type { NewRating } from './types'

/** The form of rating finished work, once (docs/product.md, section 3.8). */
export function RatingForm({ assignment, onRated }: { assignment: string; onRated: () => void }) {
  const form = useForm<NewRating>({
    defaultValues: { rating: null, comment: '' },
    resolver: valibotResolver(newRatingSchema),
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (rating) => {
    try {
      await rateAssignment(assignment, rating)
      onRated()
    } catch (error) {
      const failure = toFailure(error)
      applyFailure(form, failure, readMessage(failure, 'Failed to rate assignment'))
    }
  })

  return (
    <form noValidate className="grid max-w-xl gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <StarField
        label="Your rating"
        value={form.watch('rating') ?? 0}
        error={errors.rating?.message}
        onChange={(rating) => form.setValue('rating', rating, { shouldValidate: true })}
      />
      <TextArea label="Comment" rows={3} error={errors.comment?.message} {...form.register('comment')} />
      <div>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Rate the work
        </Button>
      </div>
    </form>
  )
}
