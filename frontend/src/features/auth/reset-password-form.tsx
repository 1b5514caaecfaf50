import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { toFailure } from '../../lib/api/failure'
import { Button } from '../../ui/buttons/button'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
import { PasswordField } from '../../ui/forms/password-field'
import { resetPassword } from './api'
import { isVoidLink, readWait } from './recovery'
import { reset as words } from './recovery-words'
import { resetPasswordSchema } from './rules'
import { fields } from './words'

/** The form for a new password, which the token of a mailed link allows to set. */
export function ResetPasswordForm({
  token,
  onSaved,
  onVoid,
}: {
  token: string
  onSaved: () => void
  /** Called when the link is no longer valid. */
  onVoid: () => void
}) {
  const form = useForm({
    defaultValues: { password: '', confirmPassword: '' },
    resolver: valibotResolver(resetPasswordSchema),
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await resetPassword(token, password)
      onSaved()
    } catch (error) {
      if (isVoidLink(toFailure(error))) onVoid()
      else applyFailure(form, error, readWait(error, words.failed))
    }
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
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
        {words.submit}
      </Button>
    </form>
  )
}
