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
import { signUpFormSchema } from './rules'
import type { SignUpForm as SignUpValues } from './types'
import { rules, signUp as words } from './words'

const failed = (description: string) =>
  showToast({ tone: 'error', title: words.failed, description, seconds: 5 })

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
        showToast({ tone: 'success', title: words.done, seconds: 2 })
        onSignedUp(user)
      } catch (error) {
        const sentence = readMsg(error, words.unknownFailure)
        applyFailure(form, error, sentence)
        failed(sentence)
      }
    },
    ({ confirmPassword }) => {
      if (confirmPassword) failed(rules.passwordsDiffer)
    },
  )

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <AccountFields register={form.register} errors={errors} />
      <p className="text-muted">
        {words.accept} <AcceptedPolicies />. {words.our}{' '}
        <PolicyLink to="/privacy-policy">{words.privacyPolicy}</PolicyLink> {words.privacy}
      </p>
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {words.submit}
      </Button>
    </form>
  )
}
