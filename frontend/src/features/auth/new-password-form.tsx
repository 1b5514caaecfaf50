import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { toFailure } from '../../lib/api/failure'
import { Button } from '../../ui/buttons/button'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
import { PasswordField } from '../../ui/forms/password-field'
import { isVoidLink, readWait } from './recovery'
import { newPassword as words } from './recovery-words'
import { newPasswordSchema } from './rules'
import { fields } from './words'

/** The form for a new password, which an emailed link allows to set. */
export function NewPasswordForm({
  submit,
  failed,
  save,
  onSaved,
  onVoid,
}: {
  /** The label of the button. */
  submit: string
  /** Why it failed, where nobody else says so. */
  failed: string
  /** Throws a Failure. */
  save: (password: string) => Promise<unknown>
  onSaved: () => void
  /** Called when the link is no longer valid. */
  onVoid: () => void
}) {
  const form = useForm({
    defaultValues: { password: '', confirmPassword: '' },
    resolver: valibotResolver(newPasswordSchema),
  })
  const { errors, isSubmitting } = form.formState

  const send = form.handleSubmit(async ({ password }) => {
    try {
      await save(password)
      onSaved()
    } catch (error) {
      if (isVoidLink(toFailure(error))) onVoid()
      else applyFailure(form, error, readWait(error, failed))
    }
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={send}>
      <FormSummary form={form} />
      <PasswordField
        label={words.password}
        autoComplete="new-password"
        hint={fields.passwordHint}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordField
        label={words.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {submit}
      </Button>
    </form>
  )
}
