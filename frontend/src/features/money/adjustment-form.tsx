import { siteCurrency } from '../../lib/formats/money'
import { AmountField } from '../../ui/forms/amount-field'
import { TextField } from '../../ui/forms/fields'
import { FormDialog } from '../../ui/forms/form'
import { SelectField } from '../../ui/forms/select-field'
import { createAdjustment } from './api'
import { newAdjustmentSchema } from './model'
import { adjustment as words } from './words.en'

/** The dialog in which an admin changes what a tutor is owed. */
export function AdjustmentForm({
  tutors,
  onClose,
}: {
  /** Whom it can be about; never empty. */
  tutors: { _id: string; name: string }[]
  onClose: () => void
}) {
  return (
    <FormDialog
      words={words}
      onClose={onClose}
      values={{ tutor: tutors[0]?._id ?? '', amount: Number.NaN, memo: '' }}
      schema={newAdjustmentSchema}
      send={createAdjustment}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="tutor"
          label={words.tutor}
          required
          choices={tutors.map(({ _id, name }) => ({ value: _id, label: name }))}
        />
        <AmountField
          name="amount"
          asNumber
          label={words.amountIn(siteCurrency)}
          hint={words.amountHint}
          inputMode="text"
          min={undefined}
          required
        />
      </div>
      <TextField name="memo" label={words.memo} hint={words.memoHint} required autoComplete="off" />
    </FormDialog>
  )
}
