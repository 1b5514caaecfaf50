import { noReason, reasonSchema } from '../../lib/validation/checks'
import type { Closing } from '../../ui/dialogs/modal'
import { TextArea } from '../../ui/forms/fields'
import { FormDialog } from '../../ui/forms/form'
import { kept } from '../../ui/forms/words.en'
import { requestRevision } from './api'
import { RevisionWindow } from './revision-list'
import { revisionWindow, request as words } from './words.en'

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
    <FormDialog
      words={words}
      {...dialog}
      values={noReason}
      schema={reasonSchema}
      send={({ reason }) => requestRevision(assignment, reason)}
      closed={closed && { title: revisionWindow.closed, text: kept }}
    >
      <p>{words.text}</p>
      <TextArea name="reason" label={words.reason} required />
      {!closed && <RevisionWindow until={until} />}
    </FormDialog>
  )
}
