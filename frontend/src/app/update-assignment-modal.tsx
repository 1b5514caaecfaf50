import type { UseFormReturn } from 'react-hook-form'
import { isOpen } from '../features/assignments/rules'
import type { Assignment, UpdateAssignmentForm as Values } from '../features/assignments/types'
import { UpdateAssignmentForm } from '../features/assignments/update-assignment-form'
import { labels, pool, updateForm } from '../features/assignments/words'
import { tutorsQuery } from '../features/tutors/queries'
import { TutorChoice } from '../features/tutors/tutor-choice'
import { isReportable, readMessage } from '../lib/api/failure'
import { useAnswer } from '../lib/api/query'
import { useNow } from '../lib/time/use-now'
import { FormModal, type FormModalProps } from '../ui/dialogs/form-modal'
import { showToast } from '../ui/feedback/toast-state'
import { Tag } from '../ui/text/tag'
import { OwnCase } from './own-case'
import { PoolButton } from './pool-button'

/** The dialog in which an admin reads the brief and updates the assignment (docs/product.md, section 3.5). */
export function UpdateAssignmentModal({
  assignment,
  onUpdated,
  ...dialog
}: {
  assignment: Assignment
  /** Called when the change is stored; it must close the modal. */
  onUpdated: () => void
} & Pick<FormModalProps, 'about' | 'left' | 'onClose' | 'onStay' | 'isKept'>) {
  const now = useNow()
  const updated = () => {
    onUpdated()
    showToast({ tone: 'success', title: updateForm.updated, seconds: 3 })
  }
  return (
    <FormModal title={updateForm.title} {...dialog}>
      {(onState) => (
        <>
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
              tutorField={(form) =>
                isOpen(assignment.actions, 'assign', now) && (
                  <TutorField form={form} assigned={assignment.tutor} />
                )
              }
              onUpdated={updated}
              onState={onState}
            />
          )}
        </>
      )}
    </FormModal>
  )
}

/** The choice of an active tutor. The list is fetched when the modal opens. */
function TutorField({ form, assigned }: { form: UseFormReturn<Values>; assigned: Assignment['tutor'] }) {
  const { data, failure } = useAnswer(tutorsQuery, { withoutLoader: true })
  const problem = failure && isReportable(failure) ? readMessage(failure, updateForm.tutorsFailed) : undefined
  return (
    <TutorChoice
      tutors={data ?? null}
      assigned={assigned}
      hint={data || problem ? undefined : updateForm.loadingTutors}
      error={form.formState.errors.tutor?.message ?? problem}
      {...form.register('tutor')}
    />
  )
}
