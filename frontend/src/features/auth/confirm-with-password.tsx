import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/buttons/button'
import { Alert } from '../../ui/feedback/alert'
import { Form } from '../../ui/forms/form'
import { PasswordField } from '../../ui/forms/password-field'
import { ownPasswordSchema } from './model'
import { refusedLink } from './recovery'
import { NewPasswordForm } from './recovery-forms'
import { fields, verify } from './words.en'

const words = verify.proof

/** What proves that somebody may confirm an address. */
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
        <Form
          values={{ password: '' }}
          schema={ownPasswordSchema}
          send={confirm}
          failed={verify.failed}
          refused={refusedLink(verify.failed, onVoid)}
          done={() => onConfirmed(false)}
          submit={verify.submit}
        >
          <PasswordField name="password" label={fields.password} autoComplete="current-password" />
        </Form>
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
