import { startTransition, useOptimistic, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AssignmentList } from '../../features/assignments/assignment-list'
import { AssignmentMenu } from '../../features/assignments/assignment-menu'
import { DELETE_QUESTION, deleteWithToast } from '../../features/assignments/delete-assignment'
import { OwnAssignments } from '../../features/assignments/own-assignments'
import type { Assignment } from '../../features/assignments/types'
import type { Page } from '../../lib/api/client'
import type { Answer } from '../../lib/api/query'
import { Button } from '../../ui/buttons/button'
import { ButtonLink } from '../../ui/buttons/button-link'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog'
import { EmptyState } from '../../ui/feedback/empty-state'

/** The list of a student, as one of the totals counts it (docs/product.md, section 4.4). */
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
  const [gone, drop] = useOptimistic<string[], string>([], (ids, id) => [...ids, id])
  const [toDelete, setToDelete] = useState<Assignment | null>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)

  const remove = ({ _id }: Assignment) => {
    // The dialog closes first, and gives the focus back to a button that is about to go.
    flushSync(() => setToDelete(null))
    headingRef.current?.focus()
    startTransition(async () => {
      drop(_id)
      await deleteWithToast(_id)
    })
  }

  return (
    <>
      <h2 ref={headingRef} tabIndex={-1} className="mt-10 mb-4 text-2xl outline-none">
        Your Assignments
      </h2>
      <OwnAssignments found={found} show={show} page={page} failureTitle="Failed to load assignments">
        {(assignments) => {
          const shown = assignments.filter(({ _id }) => !gone.includes(_id))
          if (shown.length === 0) return <NoAssignments filtered={show !== 'all' || page > 1} onNew={onNew} />
          return (
            <AssignmentList
              assignments={shown}
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
          question={DELETE_QUESTION}
          confirmLabel="Delete"
          onConfirm={() => remove(toDelete)}
          onClose={() => setToDelete(null)}
        />
      )}
    </>
  )
}

function NoAssignments({ filtered, onNew }: { filtered: boolean; onNew: () => void }) {
  if (filtered)
    return <EmptyState title="No assignment counts here" action={<ButtonLink to=".">Show all</ButtonLink>} />
  return (
    <EmptyState
      title="Nothing handed in yet"
      action={
        <Button variant="primary" onClick={onNew}>
          Hand in your first assignment
        </Button>
      }
    >
      An assignment needs a title, a description, a due date and a subject. A file is welcome, not required.
    </EmptyState>
  )
}
