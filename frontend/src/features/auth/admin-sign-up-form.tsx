import { valibotResolver } from '@hookform/resolvers/valibot'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { readMessage } from '../../lib/api/failure'
import type { User } from '../../lib/session/session'
import { Button } from '../../ui/buttons/button'
import { showToast } from '../../ui/feedback/toast-state'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
import { PasswordField } from '../../ui/forms/password-field'
import { AccountFields } from './account-fields'
import { adminSignUp } from './api'
import { adminSignUpFormSchema } from './rules'
import type { AdminSignUpForm as AdminSignUpValues } from './types'
import { adminSignUp as words } from './words'

/** The form of registering as an admin (docs/product.md, section 2.2). */
export function AdminSignUpForm({ onSignedUp }: { onSignedUp: (user: User) => void }) {
  const form = useForm<AdminSignUpValues>({
    defaultValues: { name: '', email: '', password: '', confirmPassword: '', adminKey: '' },
    resolver: valibotResolver(adminSignUpFormSchema),
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ confirmPassword: _typedTwice, ...account }) => {
    try {
      const user = await adminSignUp(account)
      showToast({
        tone: 'success',
        ...words.done,
        seconds: 5,
      })
      onSignedUp(user)
    } catch (error) {
      const sentence = readMessage(error, words.failed)
      applyFailure(form, error, sentence)
      showToast({ tone: 'error', title: words.failed, description: sentence, seconds: 5 })
    }
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <AccountFields register={form.register} errors={errors} />
      <AdminKeyField form={form} />
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {isSubmitting ? words.submitting : words.submit}
      </Button>
    </form>
  )
}

/** A component of its own, so that it registers after the fields above it: the focus goes to the first faulty field in that order. */
function AdminKeyField({ form }: { form: UseFormReturn<AdminSignUpValues> }) {
  return (
    <PasswordField
      label={words.key}
      autoComplete="off"
      hint={words.keyHint}
      error={form.formState.errors.adminKey?.message}
      {...form.register('adminKey')}
    />
  )
}
