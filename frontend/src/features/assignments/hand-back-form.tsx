import { noReason, reasonSchema } from '../../lib/validation/reason'
import { FormDialog } from '../../ui/forms/form-dialog'
import { TextArea } from '../../ui/forms/text-field'
import { saveHandBack } from './queries'
import { cancelForm, handBackForm as words } from './words'

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
      words={words}
      onClose={onClose}
      values={noReason}
      schema={reasonSchema}
      send={({ reason }) => saveHandBack(assignment, reason)}
      done={onHandedBack}
      variant="danger"
    >
      <p>{words.meaning}</p>
      <TextArea name="reason" label={cancelForm.reason} rows={3} required />
    </FormDialog>
  )
}
