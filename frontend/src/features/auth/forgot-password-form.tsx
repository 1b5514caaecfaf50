import { useState } from 'react'
import { Alert } from '../../ui/feedback/alert'
import { Form } from '../../ui/forms/form'
import { EmailField } from './account-fields'
import { requestPasswordReset } from './api'
import { readWait } from './recovery'
import { forgot as words } from './recovery-words'
import { forgotPasswordSchema } from './rules'

/** The form that asks for a link to reset the password. It never tells whether an address has an account. */
export function ForgotPasswordForm({ email }: { email: string }) {
  const [sentTo, setSentTo] = useState('')
  return (
    <Form
      values={{ email }}
      schema={forgotPasswordSchema}
      send={({ email }) => {
        setSentTo('')
        return requestPasswordReset(email.trim())
      }}
      failed={words.failed}
      refused={(failure) => readWait(failure, words.failed)}
      done={(_, { email }) => setSentTo(email.trim())}
      submit={sentTo ? words.again : words.submit}
    >
      {sentTo && (
        <Alert tone="success" title={words.sent.title}>
          <p>{words.sent.text(sentTo)}</p>
        </Alert>
      )}
      <EmailField />
    </Form>
  )
}
