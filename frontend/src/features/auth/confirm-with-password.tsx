import { valibotResolver } from '@hookform/resolvers/valibot'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { toFailure } from '../../lib/api/failure'
import { Button } from '../../ui/buttons/button'
import { Alert } from '../../ui/feedback/alert'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
import { PasswordField } from '../../ui/forms/password-field'
import { NewPasswordForm } from './new-password-form'
import { isVoidLink, readWait } from './recovery'
import { verify } from './recovery-words'
import { ownPasswordSchema } from './rules'
import { fields } from './words'

const words = verify.proof

/** What confirming an address proves itself with. */
type Proof = { password: string } | { newPassword: string }

/**
 * Asks for the password of the account whose address is to be confirmed, or for a
 * new one: somebody else may have signed up with the address.
 */
export function ConfirmWithPassword({
  confirm,
  onConfirmed,
  onVoid,
}: {
  /** Throws a Failure. */
  confirm: (proof: Proof) => Promise<unknown>
  /** Called once the address is confirmed; `renewed` if the account has a new password. */
  onConfirmed: (renewed: boolean) => void
  /** Called when the link is no longer valid. */
  onVoid: () => void
}) {
  const [renewing, setRenewing] = useState(false)
  return (
    <Fields key={String(renewing)}>
      <Alert tone="info" title={renewing ? words.renewTitle : words.title}>
        <p>{renewing ? words.renewing : words.text}</p>
      </Alert>
      {renewing ? (
        <NewPasswordForm
          submit={words.submitNew}
          failed={verify.failed}
          save={(newPassword) => confirm({ newPassword })}
          onSaved={() => onConfirmed(true)}
          onVoid={onVoid}
        />
      ) : (
        <OwnPasswordForm
          save={(password) => confirm({ password })}
          onSaved={() => onConfirmed(false)}
          onVoid={onVoid}
        />
      )}
      <Button onClick={() => setRenewing(!renewing)}>{renewing ? words.useOwn : words.useNew}</Button>
    </Fields>
  )
}

/** What takes the place of a pressed button. Its first field gets the focus. */
function Fields({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={ref} className="grid gap-4">
      {children}
    </div>
  )
}

function OwnPasswordForm({
  save,
  onSaved,
  onVoid,
}: {
  save: (password: string) => Promise<unknown>
  onSaved: () => void
  onVoid: () => void
}) {
  const form = useForm({ defaultValues: { password: '' }, resolver: valibotResolver(ownPasswordSchema) })
  const { errors, isSubmitting } = form.formState

  const send = form.handleSubmit(async ({ password }) => {
    try {
      await save(password)
      onSaved()
    } catch (error) {
      if (isVoidLink(toFailure(error))) onVoid()
      else applyFailure(form, error, readWait(error, verify.failed))
    }
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={send}>
      <FormSummary form={form} />
      <PasswordField
        label={fields.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {verify.submit}
      </Button>
    </form>
  )
}
