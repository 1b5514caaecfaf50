import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { readMsg } from '../../lib/api/failure'
import type { User } from '../../lib/session/session'
import { Button } from '../../ui/buttons/button'
import { showToast } from '../../ui/feedback/toast-state'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
import { AcceptedPolicies, PolicyLink } from '../../ui/text/accepted-policies'
import { AccountFields } from './account-fields'
import { signUp } from './api'
import { PASSWORDS_DIFFER, signUpFormSchema } from './rules'
import type { SignUpForm as SignUpValues } from './types'

const failed = (description: string) =>
  showToast({ tone: 'error', title: 'Signup failed', description, seconds: 5 })

/** The form of opening a student account (docs/product.md, section 2.1). */
export function SignUpForm({ onSignedUp }: { onSignedUp: (user: User) => void }) {
  const form = useForm<SignUpValues>({
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
    resolver: valibotResolver(signUpFormSchema),
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(
    async ({ confirmPassword: _typedTwice, ...account }) => {
      try {
        const user = await signUp(account)
        showToast({ tone: 'success', title: 'Signup successful', seconds: 2 })
        onSignedUp(user)
      } catch (error) {
        const sentence = readMsg(error, 'An error occurred during signup')
        applyFailure(form, error, sentence)
        failed(sentence)
      }
    },
    ({ confirmPassword }) => {
      if (confirmPassword) failed(PASSWORDS_DIFFER)
    },
  )

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <AccountFields register={form.register} errors={errors} />
      <p className="text-muted">
        By signing up, you accept <AcceptedPolicies />. Our{' '}
        <PolicyLink to="/privacy-policy">Privacy Policy</PolicyLink> says what we store about you.
      </p>
      <Button type="submit" variant="primary" busy={isSubmitting}>
        Sign Up
      </Button>
    </form>
  )
}
