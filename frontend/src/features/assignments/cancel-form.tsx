import type { Policy } from '../../lib/api/site'
import { formatMoney } from '../../lib/formats/money'
import { noReason, reasonSchema } from '../../lib/validation/reason'
import { FormDialog } from '../../ui/forms/form-dialog'
import { TextArea } from '../../ui/forms/text-field'
import { saveCancellation } from './queries'
import type { Assignment } from './types'
import { cancelForm as words } from './words'

/** The dialog that cancels an order, with what follows from it (docs/product.md, section 10.3). */
export function CancelForm({
  assignment: { _id, amountPaid = 0 },
  policy,
  forStudent,
  onClose,
}: {
  assignment: Assignment
  /** The policy that holds for the order, once it is known. */
  policy: Policy | undefined
  /** Whether the reader is the one who pays. */
  forStudent: boolean
  onClose: () => void
}) {
  return (
    <FormDialog
      words={words}
      onClose={onClose}
      values={noReason}
      schema={reasonSchema}
      send={({ reason }) => saveCancellation(_id, reason)}
      variant="danger"
    >
      <ul className="list-disc pl-5">
        <li>{words.ends}</li>
        <li>{forStudent ? words.notDue : words.notDueByStudent}</li>
        <li>{amountPaid > 0 ? words.refund(formatMoney(amountPaid), policy) : words.nothingToReturn}</li>
      </ul>
      <TextArea name="reason" label={words.reason} rows={3} required />
    </FormDialog>
  )
}
