import Download from 'lucide-react/icons/download'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Trash2 from 'lucide-react/icons/trash'
import { startTransition, useOptimistic, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { linkAssignmentFile } from '../../features/assignments/api'
import { AssignmentList } from '../../features/assignments/assignment-list'
import { deleteWithToast } from '../../features/assignments/delete-assignment'
import { type Assignment, isOpen } from '../../features/assignments/model'
import { OwnAssignments } from '../../features/assignments/own-assignments'
import { deletion } from '../../features/assignments/words.en'
import type { Page } from '../../lib/api/client'
import type { Answer } from '../../lib/api/query'
import { useNow } from '../../lib/time/use-now'
import { Button } from '../../ui/buttons/button'
import { ButtonLink } from '../../ui/buttons/button-link'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { EmptyState } from '../../ui/feedback/empty-state'
import { downloadFile } from '../../ui/files/download-file'
import { Menu, MenuItem } from '../../ui/navigation/menu'
import { nextStep } from './next-step'
import { list, menu as menuWords } from './words.en'

/** One of a student's lists, with deletion (docs/product.md, section 4.4). */
export function StudentAssignments({
  found,
  show,
  page,
  onNew,
}: {
  found: Answer<Page<Assignment>>
  show: string
  page: number
  onNew: () => void
}) {
  const [deletedIds, markDeleted] = useOptimistic<string[], string>([], (ids, id) => [...ids, id])
  const [toDelete, setToDelete] = useState<Assignment | null>(null)
  const now = useNow()
  const headingRef = useRef<HTMLHeadingElement>(null)

  const remove = ({ _id }: Assignment) => {
    // The closing dialog returns the focus to a button that is about to disappear.
    flushSync(() => setToDelete(null))
    headingRef.current?.focus()
    startTransition(async () => {
      markDeleted(_id)
      await deleteWithToast(_id)
    })
  }

  return (
    <>
      <h2 ref={headingRef} tabIndex={-1} className="mt-10 mb-4 text-2xl outline-none">
        {list.title}
      </h2>
      <OwnAssignments found={found} show={show} page={page} failureTitle={list.failed}>
        {(assignments) => {
          const shown = assignments.filter(({ _id }) => !deletedIds.includes(_id))
          if (shown.length === 0) return <NoAssignments filtered={show !== 'all' || page > 1} onNew={onNew} />
          return (
            <AssignmentList
              assignments={shown}
              nextOf={(assignment) => nextStep(assignment, now)}
              menu={(assignment) => (
                <AssignmentMenu assignment={assignment} onDelete={() => setToDelete(assignment)} />
              )}
            />
          )
        }}
      </OwnAssignments>
      {toDelete && (
        <ConfirmDialog
          title={toDelete.title}
          question={deletion.question}
          confirmLabel={deletion.confirm}
          onConfirm={() => remove(toDelete)}
          onClose={() => setToDelete(null)}
        />
      )}
    </>
  )
}

/** What a student can do with one of their assignments (docs/product.md, section 4.4). */
function AssignmentMenu({ assignment, onDelete }: { assignment: Assignment; onDelete: () => void }) {
  const canDelete = isOpen(assignment.actions, 'delete', useNow())
  if (!canDelete && !assignment.fileUrl) return null
  return (
    <Menu
      label={menuWords.actionsFor(assignment.title)}
      trigger={<EllipsisVertical size={20} strokeWidth={1.5} aria-hidden="true" />}
    >
      {assignment.fileUrl && (
        <MenuItem
          icon={<Download size={18} strokeWidth={1.5} aria-hidden="true" />}
          onSelect={() => void downloadFile(() => linkAssignmentFile(assignment._id))}
        >
          {menuWords.download}
        </MenuItem>
      )}
      {canDelete && (
        <MenuItem icon={<Trash2 size={18} strokeWidth={1.5} aria-hidden="true" />} onSelect={onDelete}>
          {menuWords.delete}
        </MenuItem>
      )}
    </Menu>
  )
}

function NoAssignments({ filtered, onNew }: { filtered: boolean; onNew: () => void }) {
  if (filtered)
    return <EmptyState title={list.emptyFiltered} action={<ButtonLink to=".">{list.showAll}</ButtonLink>} />
  return (
    <EmptyState
      title={list.empty}
      action={
        <Button variant="primary" onClick={onNew}>
          {list.createFirst}
        </Button>
      }
    >
      {list.emptyHint}
    </EmptyState>
  )
}
