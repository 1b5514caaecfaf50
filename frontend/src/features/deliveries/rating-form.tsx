import { TextArea } from '../../ui/forms/fields'
import { Form } from '../../ui/forms/form'
import { SubmitButton } from '../../ui/forms/form-frame'
import { StarField } from '../../ui/forms/star-field'
import { rateAssignment } from './api'
import { type NewRating, newRatingSchema } from './model'
import { rating as words } from './words.en'

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
      send={(rating) => rateAssignment(assignment, rating)}
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
