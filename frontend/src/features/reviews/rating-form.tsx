import { Form } from '../../ui/forms/form'
import { SubmitButton } from '../../ui/forms/form-frame'
import { StarField } from '../../ui/forms/star-field'
import { TextArea } from '../../ui/forms/text-field'
import { saveRating } from './queries'
import { newRatingSchema } from './rules'
import type { NewRating } from './types'
import { rating as words } from './words'

const unrated: NewRating = { rating: null, comment: '' }

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
  return (
    <Form
      className="grid max-w-xl gap-4"
      values={unrated}
      schema={newRatingSchema}
      send={(rating) => saveRating(assignment, rating)}
      failed={words.failure}
      done={onRated}
      onState={({ typed }) => onTyped(typed)}
      actions={
        <div>
          <SubmitButton>{words.submit}</SubmitButton>
        </div>
      }
    >
      <StarField name="rating" label={words.stars} />
      <TextArea name="comment" label={words.comment} rows={3} />
    </Form>
  )
}
