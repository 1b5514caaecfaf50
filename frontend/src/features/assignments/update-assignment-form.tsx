import type { ReactNode } from 'react'
import * as v from 'valibot'
import { readMessage } from '../../lib/api/failure'
import { checkedText, firstProblem } from '../../lib/validation/rules'
import { showToast } from '../../ui/feedback/toast-state'
import { TextArea, TextField } from '../../ui/forms/fields'
import { Form } from '../../ui/forms/form'
import { AmountField, SelectField, withValue } from '../../ui/forms/select-field'
import { updateAssignment } from './api'
import {
  type Assignment,
  statusChoices,
  type UpdateAssignment,
  updateAssignmentFormSchema,
  type UpdateAssignmentForm as Values,
} from './model'
import { labels, statusNames, updateForm } from './words.en'

/** An unchanged status passes, even if this version does not know it. */
const schemaFor = (status: string) =>
  v.object({
    ...updateAssignmentFormSchema.entries,
    status: checkedText((value) =>
      value === status ? undefined : firstProblem(updateAssignmentFormSchema.entries.status, value),
    ),
  })

/** The statuses to choose from, with the present one: nobody chooses `cancelled`, but it can be left. */
const choicesFor = (status: string) =>
  withValue(
    status === 'cancelled'
      ? [...statusChoices, { value: status, label: statusNames.cancelled }]
      : statusChoices,
    status,
  )

/** The changed fields only, so that another admin's changes to the others are kept. */
function changeOf(values: Values, dirty: Partial<Record<keyof Values, boolean>>): UpdateAssignment {
  const { status, grade, feedback, type } = values
  return {
    ...(dirty.status && { status }),
    ...(dirty.grade && { grade }),
    ...(dirty.feedback && { feedback }),
    ...(dirty.type && { type }),
    ...(dirty.tutor && { tutor: values.tutor || null }),
    ...(dirty.price && { price: Number(values.price) }),
  }
}

/** The form in which an admin changes status, grade, feedback, tutor, type and price (docs/product.md, section 3.5). */
export function UpdateAssignmentForm({
  assignment: { _id, status, grade, feedback, tutor, type, price, amountPaid = 0 },
  tutorField,
}: {
  assignment: Assignment
  /** Renders the choice of a tutor, which belongs to another feature. */
  tutorField: ReactNode
}) {
  // What was paid for cancelled work is returned, unless the work goes on.
  const takesBack = (chosen: string) => status === 'cancelled' && chosen !== status && amountPaid > 0
  return (
    <Form
      values={{ status, grade, feedback, tutor: tutor?._id ?? '', type, price: String(price || '') }}
      schema={schemaFor(status)}
      send={(values, edited) => updateAssignment(_id, changeOf(values, edited))}
      failed={updateForm.failed}
      refused={(failure) => {
        const sentence = readMessage(failure, updateForm.failed)
        showToast({ tone: 'error', title: sentence, seconds: 5 })
        return sentence
      }}
      done={updateForm.updated}
      submit={updateForm.submit}
      cancel={updateForm.cancel}
    >
      {(form) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              name="status"
              label={labels.status}
              required
              choices={choicesFor(status)}
              hint={takesBack(form.watch('status')) ? updateForm.refundBack : undefined}
            />
            <TextField name="grade" label={labels.grade} />
          </div>
          <TextArea name="feedback" label={labels.feedback} rows={6} />
          {tutorField}
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField name="type" label={labels.type} />
            <AmountField name="price" label={labels.price} />
          </div>
        </>
      )}
    </Form>
  )
}
