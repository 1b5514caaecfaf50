import { fileEndings } from '../../lib/validation/attachment'
import { Button } from '../../ui/buttons/button'
import { ConfirmLeaving } from '../../ui/dialogs/confirm-leaving'
import { Alert } from '../../ui/feedback/alert'
import { FilesDropField } from '../../ui/files/files-drop-field'
import { GiveUpUpload } from '../../ui/files/give-up-upload'
import { UploadFrame } from '../../ui/files/upload-frame'
import { FormSummary } from '../../ui/forms/form-failure'
import { SubmitButton } from '../../ui/forms/form-frame'
import { TextArea } from '../../ui/forms/text-field'
import { preview, form as words } from './deliver-words'
import { DeliveryWords } from './delivery-words'
import type { Delivery } from './types'
import { useDeliverForm } from './use-deliver-form'

/** The form with which a tutor delivers the next version of the work (docs/product.md, section 4.9). */
export function DeliverForm({
  assignment,
  title,
  ordered,
  version,
  isOpen,
  onDelivered,
  onTyped,
}: {
  /** Its id. */
  assignment: string
  title: string
  /** The ordered number of words; null if it is not known. */
  ordered: number | null
  /** The next version, as far as the page knows. */
  version: number
  /** Whether the work can be delivered now. The form stays if that changes while something is in it. */
  isOpen: boolean
  onDelivered: (delivery: Delivery) => void
  onTyped: (typed: boolean) => void
}) {
  const form = useDeliverForm({ assignment, version, onDelivered, onTyped })
  const { note, typed, lost, arrived, startOver, upload, attachment } = form
  const { files } = attachment
  const isSettled = (arrived !== null || !isOpen) && !upload.running
  return (
    <UploadFrame
      of={form}
      words={words}
      className="grid max-w-2xl gap-4"
      summary={
        <>
          {arrived === null && <FormSummary />}
          {isSettled && <Settled arrived={arrived} isOpen={isOpen} onClear={startOver} />}
        </>
      }
    >
      <FilesDropField
        {...attachment}
        label={words.files}
        hint={words.filesHint}
        required
        accept={fileEndings.join(',')}
      />
      <DeliveryWords files={files} ordered={ordered} />
      <TextArea name="note" label={words.note} hint={words.noteHint} rows={4} readOnly={upload.running} />
      {files.length > 0 && <Preview title={title} files={files.length} hasNote={note.trim() !== ''} />}
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        {upload.running ? (
          <GiveUpUpload upload={upload} />
        ) : (
          typed && <ConfirmLeaving question={words.leaving} />
        )}
        <SubmitButton unavailable={!isOpen}>{lost ? words.again : words.submit}</SubmitButton>
      </div>
    </UploadFrame>
  )
}

/** Why what is in the form cannot be delivered, or need not be. */
function Settled({
  arrived,
  isOpen,
  onClear,
}: {
  /** The version that was delivered although its answer never came; null for none. */
  arrived: number | null
  isOpen: boolean
  onClear: () => void
}) {
  const arrivedHint = isOpen ? words.arrivedHint : words.arrivedClosedHint
  return (
    <Alert
      tone="info"
      title={arrived === null ? words.closed : words.arrived(arrived)}
      action={
        <Button small onClick={onClear}>
          {words.clear}
        </Button>
      }
    >
      <p>{arrived === null ? words.closedHint : arrivedHint}</p>
    </Alert>
  )
}

/** What the student reads once the work is delivered. */
function Preview({ title, files, hasNote }: { title: string; files: number; hasNote: boolean }) {
  return (
    <section aria-label={preview.title} className="border-l-2 border-accent pl-3.5">
      <p className="text-muted">{preview.title}</p>
      <p className="font-serif font-semibold wrap-anywhere">{preview.subject(title)}</p>
      <p>{preview.meaning(files, hasNote)}</p>
    </section>
  )
}
