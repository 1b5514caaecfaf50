import { noReason, reasonSchema } from '../../lib/validation/reason'
import { FormModal } from '../../ui/dialogs/form-modal'
import { Form } from '../../ui/forms/form'
import { TextArea } from '../../ui/forms/text-field'
import { saveHandBack } from './queries'
import { cancelForm, handBackForm as words, work } from './words'

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
    <FormModal title={words.title} onClose={onClose}>
      <Form
        values={noReason}
        schema={reasonSchema}
        send={({ reason }) => saveHandBack(assignment, reason)}
        failed={words.failed}
        done={onHandedBack}
        submit={work.handBack}
        variant="danger"
        cancel={cancelForm.keep}
      >
        <p>{words.meaning}</p>
        <TextArea name="reason" label={cancelForm.reason} rows={3} required />
      </Form>
    </FormModal>
  )
}
