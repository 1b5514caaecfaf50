import { noReason, reasonSchema } from '../../lib/validation/checks'
import type { Closing } from '../../ui/dialogs/modal'
import { TextArea } from '../../ui/forms/fields'
import { Form, FormDialog } from '../../ui/forms/form'
import { SubmitButton } from '../../ui/forms/form-frame'
import { StarField } from '../../ui/forms/star-field'
import { kept } from '../../ui/forms/words.en'
import { rateAssignment, requestRevision } from './api'
import { type NewRating, newRatingSchema } from './model'
import { RevisionWindow } from './revision-list'
import { rating, request, revisionWindow } from './words.en'

/** The dialog in which a student asks for changes. What was typed stays when the window closes meanwhile. */
export function RevisionForm({
  assignment,
  until,
  closed,
  ...dialog
}: {
  assignment: string
  /** When the window closes; null for never. */
  until: string | null
  /** Whether it has closed. */
  closed: boolean
} & Closing) {
  return (
    <FormDialog
      words={request}
      {...dialog}
      values={noReason}
      schema={reasonSchema}
      send={({ reason }) => requestRevision(assignment, reason)}
      closed={closed && { title: revisionWindow.closed, text: kept }}
    >
      <p>{request.text}</p>
      <TextArea name="reason" label={request.reason} required />
      {!closed && <RevisionWindow until={until} />}
    </FormDialog>
  )
}

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
      failed={rating.failure}
      done={onRated}
      onState={({ typed }) => onTyped(typed)}
      actions={
        <div>
          <SubmitButton>{rating.submit}</SubmitButton>
        </div>
      }
    >
      <StarField name="rating" label={rating.stars} />
      <TextArea name="comment" label={rating.comment} rows={3} />
    </Form>
  )
}
