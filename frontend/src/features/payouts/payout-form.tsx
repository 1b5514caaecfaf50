import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { formatMoney } from '../../lib/formats/money'
import type { FormState } from '../../ui/dialogs/form-modal'
import { Alert } from '../../ui/feedback/alert'
import { FormActions } from '../../ui/forms/form-actions'
import { attempt, FormSummary } from '../../ui/forms/form-failure'
import { PaidByFields } from '../../ui/forms/paid-by-fields'
import { useRecordForm } from '../../ui/forms/use-record-form'
import { recordPayout } from './queries'
import { newPayoutSchema, sumOf } from './rules'
import type { MadePayout, NewPayout, Owed } from './types'
import { form as words } from './words'

/** The form in which an admin records that some tutors were paid all that is payable to them. */
export function PayoutForm({
  owed,
  onRecorded,
  onState,
}: {
  /** Who is paid, with what is payable to them now; nobody once all of them were paid elsewhere. */
  owed: Owed[]
  onRecorded: (made: MadePayout) => void
  onState: (state: FormState) => void
}) {
  const { form } = useRecordForm<NewPayout>({
    record: { method: '', reference: '' },
    resolver: valibotResolver(newPayoutSchema),
    onState,
  })
  const { errors, isSubmitting } = form.formState
  const expected = sumOf(owed.map(({ payable }) => payable))
  const total = formatMoney(expected)
  const [firstTotal] = useState(total)
  const nothingLeft = owed.length === 0

  const submit = form.handleSubmit(async (payout) => {
    // Without names, the server pays every tutor, also those who were left out.
    if (nothingLeft) return
    await attempt(form, words.failed, async () => {
      onRecorded(
        await recordPayout(
          owed.map(({ tutor }) => tutor._id),
          expected,
          payout,
        ),
      )
    })
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {nothingLeft && !isSubmitting ? (
        <Alert tone="info" title={words.nothing} />
      ) : (
        <>
          <p>{words.intro(owed.length, total)}</p>
          {total !== firstTotal && <Alert tone="info" title={words.changed} />}
        </>
      )}
      <FormSummary form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <PaidByFields
          method={form.register('method')}
          reference={form.register('reference')}
          errors={errors}
          referenceHint={words.referenceHint}
        />
      </div>
      <FormActions
        cancel={words.cancel}
        submit={words.submit(total)}
        sending={isSubmitting}
        unavailable={nothingLeft}
      />
    </form>
  )
}
