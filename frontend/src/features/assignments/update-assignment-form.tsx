import { valibotResolver } from '@hookform/resolvers/valibot'
import type { ReactNode } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { readMessage, toFailure } from '../../lib/api/failure'
import { checkedText, firstProblem } from '../../lib/validation/rules'
import type { FormState } from '../../ui/dialogs/form-modal'
import { showToast } from '../../ui/feedback/toast-state'
import { withValue } from '../../ui/forms/choices'
import { FormActions } from '../../ui/forms/form-actions'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
import { SelectField, TextArea, TextField } from '../../ui/forms/text-field'
import { useRecordForm } from '../../ui/forms/use-record-form'
import { saveAssignment } from './queries'
import { statusChoices, updateAssignmentFormSchema } from './rules'
import type { Assignment, UpdateAssignment, UpdateAssignmentForm as Values } from './types'
import { labels, statusNames, updateForm } from './words'

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
  onUpdated,
  onState,
}: {
  assignment: Assignment
  /** Renders the choice of a tutor, which belongs to another feature. */
  tutorField: (form: UseFormReturn<Values>) => ReactNode
  onUpdated: (assignment: Assignment) => void
  onState: (state: FormState) => void
}) {
  const { form, dirtyFields } = useRecordForm<Values>({
    record: { status, grade, feedback, tutor: tutor?._id ?? '', type, price: String(price || '') },
    resolver: valibotResolver(schemaFor(status)),
    onState,
  })
  const { errors, isSubmitting } = form.formState
  const chosen = useWatch({ control: form.control, name: 'status' })
  // What was paid for cancelled work is returned, unless the work goes on.
  const takesBack = status === 'cancelled' && chosen !== status && amountPaid > 0

  const submit = form.handleSubmit(async (values) => {
    try {
      onUpdated(await saveAssignment(_id, changeOf(values, dirtyFields)))
    } catch (error) {
      const failure = toFailure(error)
      const sentence = readMessage(failure, updateForm.failed)
      applyFailure(form, failure, sentence)
      showToast({ tone: 'error', title: sentence, seconds: 5 })
    }
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={labels.status}
          required
          choices={choicesFor(status)}
          hint={takesBack ? updateForm.refundBack : undefined}
          error={errors.status?.message}
          {...form.register('status')}
        />
        <TextField label={labels.grade} error={errors.grade?.message} {...form.register('grade')} />
      </div>
      <TextArea
        label={labels.feedback}
        rows={6}
        error={errors.feedback?.message}
        {...form.register('feedback')}
      />
      {tutorField(form)}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={labels.type} error={errors.type?.message} {...form.register('type')} />
        <TextField
          label={labels.price}
          type="number"
          min="0"
          step="0.01"
          inputMode="decimal"
          error={errors.price?.message}
          {...form.register('price')}
        />
      </div>
      <FormActions cancel={updateForm.cancel} submit={updateForm.submit} sending={isSubmitting} />
    </form>
  )
}
