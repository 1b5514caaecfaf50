import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { showToast } from '../../ui/feedback/toast-state'
import { FormActions } from '../../ui/forms/form-actions'
import { attempt, FormSummary } from '../../ui/forms/form-failure'
import { PasswordField } from '../../ui/forms/password-field'
import { deleteAccount } from './api'
import { password, deletion as words } from './words'

/** The question before an account is deleted, which takes its password (docs/product.md, section 2.7). */
export function DeletionForm({
  questionId,
  onDeleted,
  onLocked,
}: {
  questionId: string
  onDeleted: () => void
  /** Called with true while the form is being sent and must stay open. */
  onLocked: (locked: boolean) => void
}) {
  const form = useForm({ defaultValues: { currentPassword: '' } })
  const { errors, isSubmitting } = form.formState

  useEffect(() => onLocked(isSubmitting), [isSubmitting, onLocked])

  const submit = form.handleSubmit(async ({ currentPassword }) => {
    await attempt(form, words.failure, async () => {
      await deleteAccount(currentPassword, onDeleted)
      showToast({ tone: 'info', ...words.deleted, seconds: 5 })
    })
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <p id={questionId}>{words.question}</p>
      <FormSummary form={form} />
      <PasswordField
        label={password.current}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <FormActions cancel={words.cancel} submit={words.button} variant="danger" sending={isSubmitting} />
    </form>
  )
}
