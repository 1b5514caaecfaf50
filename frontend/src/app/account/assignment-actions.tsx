import Download from 'lucide-react/icons/download'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { linkAssignmentFile } from '../../features/assignments/api'
import type { Assignment } from '../../features/assignments/types'
import { deletion } from '../../features/assignments/words'
import type { User } from '../../lib/session/session'
import { Button } from '../../ui/buttons/button'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { downloadFile } from '../../ui/files/download-file'
import { UpdateAssignmentModal } from '../update-assignment-modal'
import { forDesk, forStudent, forTutor, actions as words } from './words'

function sentenceFor({ status, student }: Assignment, reader: User) {
  if (reader.role === 'admin' && student._id !== reader._id) return forDesk
  const sentences: Partial<Record<string, string>> = student._id === reader._id ? forStudent : forTutor
  return sentences[status]
}

/** What the reader can do with an assignment as it stands now (docs/product.md, section 4.9). */
export function AssignmentActions({
  assignment,
  reader,
  deleting,
  onDelete,
}: {
  assignment: Assignment
  reader: User
  /** It is being deleted, so every other action is off. */
  deleting: boolean
  onDelete: () => void
}) {
  const [open, setOpen] = useState<'update' | 'deletion' | null>(null)
  const close = () => setOpen(null)
  const isAdmin = reader.role === 'admin'

  const remove = () => {
    close()
    onDelete()
  }

  return (
    <>
      <p className="max-w-prose">{sentenceFor(assignment, reader)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {isAdmin && (
          <Button variant="primary" disabled={deleting} onClick={() => setOpen('update')}>
            <Pencil size={16} strokeWidth={1.5} aria-hidden="true" />
            {words.update}
          </Button>
        )}
        {assignment.fileUrl && (
          <Button
            disabled={deleting}
            onClick={() => void downloadFile(() => linkAssignmentFile(assignment._id))}
          >
            <Download size={16} strokeWidth={1.5} aria-hidden="true" />
            {words.download}
          </Button>
        )}
        {(isAdmin || assignment.student._id === reader._id) && (
          <Button busy={deleting} onClick={() => setOpen('deletion')}>
            <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
            {words.delete}
          </Button>
        )}
      </div>
      {open === 'update' && (
        <UpdateAssignmentModal assignment={assignment} onUpdated={close} onClose={close} />
      )}
      {open === 'deletion' && (
        <ConfirmDialog
          title={assignment.title}
          question={deletion.question}
          confirmLabel={words.delete}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </>
  )
}
