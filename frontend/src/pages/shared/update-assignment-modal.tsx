import { type Assignment, isOpen } from '../../features/assignments/model'
import { UpdateAssignmentForm } from '../../features/assignments/update-assignment-form'
import { labels, pool, updateForm } from '../../features/assignments/words.en'
import { tutorsQuery } from '../../features/users/api'
import { TutorChoice } from '../../features/users/tutors'
import { isReportable, readMessage } from '../../lib/api/failure'
import { useAnswer } from '../../lib/api/query'
import { useNow } from '../../lib/time/use-now'
import { FormModal, type FormModalProps } from '../../ui/dialogs/form-modal'
import { Tag } from '../../ui/text/tag'
import { OwnCase } from './own-case'
import { PoolButton } from './pool-button'

/** The dialog in which an admin reads the brief and updates the assignment (docs/product.md, section 3.5). */
export function UpdateAssignmentModal({
  assignment,
  ...dialog
}: { assignment: Assignment } & Omit<FormModalProps, 'title' | 'children'>) {
  const now = useNow()
  return (
    <FormModal title={updateForm.title} {...dialog}>
      <div className="mb-5 border-l-2 border-secondary pl-4">
        <p className="font-serif text-xl font-semibold wrap-anywhere">{assignment.title}</p>
        <p className="text-muted">
          {[assignment.subject, assignment.student.name, assignment.student.email]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-3 empty:hidden">
          {assignment.stage === 'pool' && <Tag tone="blue">{pool.inPool}</Tag>}
          <PoolButton assignment={assignment} small />
        </div>
        {assignment.handBackReason && (
          <p className="mt-2 wrap-anywhere">
            <strong>{labels.handedBack}:</strong> {assignment.handBackReason}
          </p>
        )}
        <details className="mt-1">
          <summary className="inline-block min-h-6 cursor-pointer text-primary underline underline-offset-4">
            {labels.description}
          </summary>
          <p className="prose-text mt-2">{assignment.description}</p>
        </details>
      </div>
      {assignment.ownCase ? (
        <OwnCase of="order" />
      ) : (
        <UpdateAssignmentForm
          assignment={assignment}
          tutorField={isOpen(assignment.actions, 'assign', now) && <TutorField assigned={assignment.tutor} />}
        />
      )}
    </FormModal>
  )
}

/** The choice of an active tutor. The list is fetched when the modal opens. */
function TutorField({ assigned }: { assigned: Assignment['tutor'] }) {
  const { data, failure } = useAnswer(tutorsQuery, { withoutLoader: true })
  const problem = failure && isReportable(failure) ? readMessage(failure, updateForm.tutorsFailed) : undefined
  return (
    <TutorChoice
      name="tutor"
      tutors={data ?? null}
      assigned={assigned}
      hint={data || problem ? undefined : updateForm.loadingTutors}
      error={problem}
    />
  )
}
