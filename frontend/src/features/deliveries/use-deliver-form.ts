import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { readMessage, UncertainFailure } from '../../lib/api/failure'
import { isBlank } from '../../lib/validation/rules'
import { useUploadForm } from '../../ui/files/use-upload-form'
import { form as words } from './deliver-words'
import { saveDelivery } from './queries'
import { allFilesProblem, type DeliverInput, deliverSchema, problemOf } from './rules'
import type { Delivery } from './types'

const empty: DeliverInput = { note: '' }

/** The state of the form that delivers work: its note and files, the draft, and the upload. A failure keeps all of them. */
export function useDeliverForm({
  assignment,
  version,
  onDelivered,
  onTyped,
}: {
  /** Its id. */
  assignment: string
  /** The next version, as far as the page knows. */
  version: number
  onDelivered: (delivery: Delivery) => void
  /** Told whether the form holds anything that has not been delivered. */
  onTyped: (typed: boolean) => void
}) {
  const [lost, setLost] = useState(false)
  const [attempted, setAttempted] = useState<number | null>(null)
  const hasArrived = attempted !== null && attempted < version

  const upload = useUploadForm({
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
      return saveDelivery(assignment, sent, note.trim(), files, progress)
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
    upload.startOver()
    setLost(false)
    setAttempted(null)
  }

  const note = useWatch({ control: upload.form.control, name: 'note' })
  const typed = upload.attachment.files.length > 0 || !isBlank(note)
  useEffect(() => onTyped(typed), [typed, onTyped])

  return {
    ...upload,
    startOver,
    note,
    typed,
    /** True after an attempt that got no answer, unless it has arrived. */
    lost: lost && !hasArrived,
    /** The version that was delivered although its answer never came; null for none. */
    arrived: hasArrived && !upload.upload.running ? attempted : null,
  }
}
