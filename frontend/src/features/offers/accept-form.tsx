import type { ReactNode } from 'react'
import { type Failure, readMessage } from '../../lib/api/failure'
import { CheckboxField, TextField } from '../../ui/forms/fields'
import { Form } from '../../ui/forms/form'
import { SubmitButton } from '../../ui/forms/form-frame'
import { PasswordField } from '../../ui/forms/password-field'
import { AcceptedPolicies } from '../../ui/text/accepted-policies'
import { answerOffer } from './answer'
import { acceptOffer } from './api'
import { acceptAsNewSchema, acceptSchema } from './model'
import { accept as words } from './words.en'

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
  return (
    <Form
      values={{ name: '', password: '', acceptTerms: false }}
      schema={asNew ? acceptAsNewSchema : acceptSchema}
      send={({ name, password, acceptTerms }) => {
        const answer = { version, acceptTerms, ...(asNew && { name, password }) }
        return answerOffer(() => acceptOffer(token, answer))
      }}
      failed={words.failed}
      refused={(failure, form) => {
        // What was agreed to may have changed.
        if (failure.status === 409) form.setValue('acceptTerms', false)
        onRefused(failure)
        return readMessage(failure, words.failed)
      }}
      done={onAccepted}
      onState={({ sending }) => onSending(sending)}
      actions={<SubmitButton disabled={disabled}>{words.submit}</SubmitButton>}
    >
      {children}
      {asNew && (
        <>
          <TextField name="name" label={words.name} autoComplete="name" required />
          <PasswordField
            name="password"
            label={words.password}
            autoComplete="new-password"
            hint={words.passwordHint}
          />
        </>
      )}
      <CheckboxField name="acceptTerms">
        {words.terms} <AcceptedPolicies />
      </CheckboxField>
    </Form>
  )
}
