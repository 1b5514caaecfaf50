import { valibotResolver } from '@hookform/resolvers/valibot'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/buttons/button'
import { Alert } from '../../ui/feedback/alert'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
import { TextField } from '../../ui/forms/text-field'
import { requestPasswordReset } from './api'
import { readWait } from './recovery'
import { forgot as words } from './recovery-words'
import { forgotPasswordSchema } from './rules'
import { fields } from './words'

/** The form that asks for a link to reset the password. It never tells whether an address has an account. */
export function ForgotPasswordForm({ email }: { email: string }) {
  const [sentTo, setSentTo] = useState('')
  const form = useForm({ defaultValues: { email }, resolver: valibotResolver(forgotPasswordSchema) })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ email }) => {
    setSentTo('')
    try {
      await requestPasswordReset(email.trim())
      setSentTo(email.trim())
    } catch (error) {
      applyFailure(form, error, readWait(error, words.failed))
    }
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      {sentTo && (
        <Alert tone="success" title={words.sent.title}>
          <p>{words.sent.text(sentTo)}</p>
        </Alert>
      )}
      <TextField
        label={fields.email}
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {sentTo ? words.again : words.submit}
      </Button>
    </form>
  )
}
