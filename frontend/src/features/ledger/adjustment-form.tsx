import { valibotResolver } from '@hookform/resolvers/valibot'
import { siteCurrency } from '../../lib/formats/money'
import type { FormState } from '../../ui/dialogs/form-modal'
import { FormActions } from '../../ui/forms/form-actions'
import { attempt, FormSummary } from '../../ui/forms/form-failure'
import { SelectField, TextField } from '../../ui/forms/text-field'
import { useRecordForm } from '../../ui/forms/use-record-form'
import { recordAdjustment } from './queries'
import { newAdjustmentSchema } from './rules'
import type { NewAdjustment } from './types'
import { adjustment as words } from './words'

/** The form in which an admin changes what a tutor is owed. */
export function AdjustmentForm({
  tutors,
  onRecorded,
  onState,
}: {
  /** Whom it can be about; never empty. */
  tutors: { _id: string; name: string }[]
  onRecorded: () => void
  onState: (state: FormState) => void
}) {
  const { form } = useRecordForm<NewAdjustment>({
    record: { tutor: tutors[0]?._id ?? '', amount: Number.NaN, memo: '' },
    resolver: valibotResolver(newAdjustmentSchema),
    onState,
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (adjustment) => {
    await attempt(form, words.failed, async () => {
      await recordAdjustment(adjustment)
      onRecorded()
    })
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={words.tutor}
          required
          choices={tutors.map(({ _id, name }) => ({ value: _id, label: name }))}
          error={errors.tutor?.message}
          {...form.register('tutor')}
        />
        <TextField
          label={words.amountIn(siteCurrency)}
          hint={words.amountHint}
          type="number"
          inputMode="text"
          step={0.01}
          required
          error={errors.amount?.message}
          {...form.register('amount', { valueAsNumber: true })}
        />
      </div>
      <TextField
        label={words.memo}
        hint={words.memoHint}
        required
        autoComplete="off"
        error={errors.memo?.message}
        {...form.register('memo')}
      />
      <FormActions cancel={words.cancel} submit={words.submit} sending={isSubmitting} />
    </form>
  )
}
