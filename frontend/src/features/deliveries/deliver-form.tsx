import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { readMessage, UncertainFailure } from '../../lib/api/failure'
import { fileEndings } from '../../lib/validation/attachment'
import { isBlank } from '../../lib/validation/rules'
import { Button } from '../../ui/buttons/button'
import { ConfirmLeaving } from '../../ui/dialogs/confirm-dialog'
import { Alert } from '../../ui/feedback/alert'
import { FilesDropField } from '../../ui/files/files-drop-field'
import { GiveUpUpload } from '../../ui/files/give-up-upload'
import { UploadFrame } from '../../ui/files/upload-frame'
import { useUploadForm } from '../../ui/files/use-upload-form'
import { TextArea } from '../../ui/forms/fields'
import { FormSummary, SubmitButton } from '../../ui/forms/form-frame'
import { deliver } from './api'
import { DeliveryWords } from './delivery-words'
import { allFilesProblem, type DeliverInput, type Delivery, deliverSchema, problemOf } from './model'
import { preview, deliverForm as words } from './words.en'

const empty: DeliverInput = { note: '' }

/** The form with which a tutor delivers the next version of the work (docs/product.md, section 4.9). A failure keeps its note and files. */
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
  /** Told whether the form holds anything that has not been delivered. */
  onTyped: (typed: boolean) => void
}) {
  const [lost, setLost] = useState(false)
  const [attempted, setAttempted] = useState<number | null>(null)
  const hasArrived = attempted !== null && attempted < version

  const form = useUploadForm({
    draft: { name: `deliver:${assignment}` },
    empty,
    schema: deliverSchema,
    field: 'files',
    problem: allFilesProblem,
    problemOf,
    uncertain: words.uncertain,
    send: ({ note }, files, progress) => {
      setLost(false)
      // Until the page says that it has arrived, another attempt is one at the same version.
      const sent = attempted === null || hasArrived ? version : attempted
      setAttempted(sent)
      return deliver(assignment, sent, note.trim(), files, progress)
    },
    refused: (failure) => {
      const isLost = failure.status === 0 && !(failure instanceof UncertainFailure)
      setLost(isLost)
      return isLost ? words.lost : readMessage(failure, words.failed)
    },
    onSent: (delivery) => {
      startOver()
      onDelivered(delivery)
    },
  })
  const startOver = () => {
    form.startOver()
    setLost(false)
    setAttempted(null)
  }

  const { upload, attachment } = form
  const { files } = attachment
  const note = useWatch({ control: form.form.control, name: 'note' })
  const typed = files.length > 0 || !isBlank(note)
  useEffect(() => onTyped(typed), [typed, onTyped])
  /** The version that was delivered although its answer never came; null for none. */
  const arrived = hasArrived && !upload.running ? attempted : null
  const isSettled = (arrived !== null || !isOpen) && !upload.running
  return (
    <UploadFrame
      of={{ ...form, startOver }}
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
        <SubmitButton unavailable={!isOpen}>{lost && !hasArrived ? words.again : words.submit}</SubmitButton>
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
