import { useState } from 'react'
import { formatMoney } from '../../lib/formats/money'
import { showSuccess } from '../../ui/feedback/action-toasts'
import { Alert } from '../../ui/feedback/alert'
import { PaidByFields } from '../../ui/forms/amount-field'
import { FormDialog } from '../../ui/forms/form'
import { createPayout } from './api'
import { newPayoutSchema, type Owed, sumOf } from './model'
import { payoutForm as words } from './words.en'

/** The dialog in which an admin records that some tutors were paid all that is payable to them. */
export function PayoutForm({
  owed,
  onClose,
}: {
  /** Who is paid, with what is payable to them now; nobody once all of them were paid elsewhere. */
  owed: Owed[]
  onClose: () => void
}) {
  const expected = sumOf(owed.map(({ payable }) => payable))
  const total = formatMoney(expected)
  const [firstTotal] = useState(total)
  const tutors = owed.map(({ tutor }) => tutor._id)
  return (
    <FormDialog
      words={{ ...words, submit: words.submit(total) }}
      onClose={onClose}
      values={{ method: '', reference: '' }}
      schema={newPayoutSchema}
      send={(payout) => createPayout(tutors, expected, payout)}
      done={(made) => showSuccess(words.recorded(made.number, formatMoney(made.total)), 5)}
      // Without names, the server pays every tutor, also those who were left out.
      closed={tutors.length === 0 && { title: words.nothing }}
    >
      {tutors.length > 0 && <p>{words.intro(owed.length, total)}</p>}
      {tutors.length > 0 && total !== firstTotal && <Alert tone="info" title={words.changed} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <PaidByFields referenceHint={words.referenceHint} />
      </div>
    </FormDialog>
  )
}
