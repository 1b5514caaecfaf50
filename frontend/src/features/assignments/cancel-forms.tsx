import type { Policy } from '../../lib/api/site'
import { formatMoney } from '../../lib/formats/money'
import { noReason, reasonSchema } from '../../lib/validation/checks'
import { TextArea } from '../../ui/forms/fields'
import { FormDialog } from '../../ui/forms/form'
import { cancelAssignment, handBackAssignment } from './api'
import type { Assignment } from './model'
import { cancelForm, handBackForm } from './words.en'

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
      words={cancelForm}
      onClose={onClose}
      values={noReason}
      schema={reasonSchema}
      send={({ reason }) => cancelAssignment(_id, reason)}
      variant="danger"
    >
      <ul className="list-disc pl-5">
        <li>{cancelForm.ends}</li>
        <li>{forStudent ? cancelForm.notDue : cancelForm.notDueByStudent}</li>
        <li>
          {amountPaid > 0 ? cancelForm.refund(formatMoney(amountPaid), policy) : cancelForm.nothingToReturn}
        </li>
      </ul>
      <TextArea name="reason" label={cancelForm.reason} rows={3} required />
    </FormDialog>
  )
}

/** The dialog in which a tutor gives an assignment back to the desk (docs/product.md, section 10.3). */
export function HandBackForm({
  assignment,
  onHandedBack,
  onClose,
}: {
  /** Its id. */
  assignment: string
  /** Called once the dialog is closed. */
  onHandedBack: () => void
  onClose: () => void
}) {
  return (
    <FormDialog
      words={handBackForm}
      onClose={onClose}
      values={noReason}
      schema={reasonSchema}
      send={({ reason }) => handBackAssignment(assignment, reason)}
      done={onHandedBack}
      variant="danger"
    >
      <p>{handBackForm.meaning}</p>
      <TextArea name="reason" label={cancelForm.reason} rows={3} required />
    </FormDialog>
  )
}
