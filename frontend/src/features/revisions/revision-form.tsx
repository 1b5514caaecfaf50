import { noReason, reasonSchema } from '../../lib/validation/reason'
import { FormModal } from '../../ui/dialogs/form-modal'
import type { Closing } from '../../ui/dialogs/modal'
import { Form } from '../../ui/forms/form'
import { TextArea } from '../../ui/forms/text-field'
import { saveRevision } from './queries'
import { RevisionWindow } from './revision-window'
import { revisionWindow, request as words } from './words'

/** The dialog in which a student asks for changes. What was typed stays when the window closes meanwhile. */
export function RevisionForm({
  assignment,
  until,
  closed,
  ...dialog
}: {
  assignment: string
  /** When the window closes; null for never. */
  until: string | null
  /** Whether it has closed. */
  closed: boolean
} & Closing) {
  return (
    <FormModal title={words.title} {...dialog}>
      <Form
        values={noReason}
        schema={reasonSchema}
        send={({ reason }) => saveRevision(assignment, reason)}
        failed={words.failed}
        done={words.requested}
        submit={words.submit}
        cancel={words.cancel}
        closed={closed && { title: revisionWindow.closed, text: words.kept }}
      >
        <p>{words.text}</p>
        <TextArea name="reason" label={words.reason} required />
        {!closed && <RevisionWindow until={until} />}
      </Form>
    </FormModal>
  )
}
