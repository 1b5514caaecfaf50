import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { FormActions } from '../../ui/forms/form-actions'
import { attempt, FormSummary } from '../../ui/forms/form-failure'
import { PasswordField } from '../../ui/forms/password-field'
import { changePassword } from './api'
import { passwordFormSchema } from './rules'
import type { PasswordForm as PasswordValues } from './types'
import { password as words } from './words'

/** The form for a new password. Its fields are cleared when it closes (docs/product.md, section 2.6). */
export function PasswordForm({
  onChanged,
  onLocked,
}: {
  onChanged: () => void
  /** Called with true while the form is being sent and must stay open. */
  onLocked: (locked: boolean) => void
}) {
  const form = useForm<PasswordValues>({
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    resolver: valibotResolver(passwordFormSchema),
  })
  const { errors, isSubmitting } = form.formState

  useEffect(() => onLocked(isSubmitting), [isSubmitting, onLocked])

  const submit = form.handleSubmit(async (passwords) => {
    await attempt(form, words.failure, async () => {
      await changePassword(passwords)
      onChanged()
    })
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <PasswordField
        label={words.current}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <PasswordField
        label={words.new}
        autoComplete="new-password"
        hint={words.newHint}
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      <PasswordField
        label={words.confirmNew}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <FormActions cancel={words.cancel} submit={words.change} sending={isSubmitting} />
    </form>
  )
}
