import { valibotResolver } from '@hookform/resolvers/valibot'
import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type Failure, readMessage, toFailure } from '../../lib/api/failure'
import { Button } from '../../ui/buttons/button'
import { CheckboxField } from '../../ui/forms/checkbox-field'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
import { PasswordField } from '../../ui/forms/password-field'
import { TextField } from '../../ui/forms/text-field'
import { AcceptedPolicies } from '../../ui/text/accepted-policies'
import { answerOffer } from './answer'
import { acceptOffer } from './api'
import { acceptAsNewSchema, acceptSchema } from './rules'
import type { AcceptValues } from './types'
import { accept as words } from './words'

/** The form that accepts an offer, as the account that is signed in or with a new one. */
export function AcceptForm({
  token,
  version,
  asNew,
  disabled,
  children,
  onSending,
  onAccepted,
  onRefused,
}: {
  token: string
  /** The version of the offer that the reader sees. */
  version: number
  /** Asks for what opens a new account. */
  asNew: boolean
  /** The offer is being declined. */
  disabled: boolean
  /** Says which account it will be. */
  children: ReactNode
  /** Called with true while the answer is on its way. */
  onSending: (sending: boolean) => void
  /** Called with the id of the order. */
  onAccepted: (assignment: string) => void
  onRefused: (failure: Failure) => void
}) {
  const form = useForm<AcceptValues>({
    defaultValues: { name: '', password: '', acceptTerms: false },
    resolver: valibotResolver(asNew ? acceptAsNewSchema : acceptSchema),
  })
  const { errors, isSubmitting } = form.formState

  useEffect(() => onSending(isSubmitting), [onSending, isSubmitting])

  const submit = form.handleSubmit(async ({ name, password, acceptTerms }) => {
    try {
      const answer = { version, acceptTerms, ...(asNew && { name, password }) }
      onAccepted(await answerOffer(() => acceptOffer(token, answer)))
    } catch (error) {
      const failure = toFailure(error)
      // What was agreed to may have changed.
      if (failure.status === 409) form.setValue('acceptTerms', false)
      applyFailure(form, failure, readMessage(failure, words.failed))
      onRefused(failure)
    }
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      {children}
      {asNew && (
        <>
          <TextField
            label={words.name}
            autoComplete="name"
            required
            error={errors.name?.message}
            {...form.register('name')}
          />
          <PasswordField
            label={words.password}
            autoComplete="new-password"
            hint={words.passwordHint}
            error={errors.password?.message}
            {...form.register('password')}
          />
        </>
      )}
      <CheckboxField error={errors.acceptTerms?.message} {...form.register('acceptTerms')}>
        {words.terms} <AcceptedPolicies />
      </CheckboxField>
      <Button type="submit" variant="primary" busy={isSubmitting} disabled={disabled}>
        {words.submit}
      </Button>
    </form>
  )
}
