import { Link } from 'react-router'
import { readError, readMsg } from '../../lib/api/failure'
import type { User } from '../../lib/session/session'
import { showSuccess } from '../../ui/feedback/action-toasts'
import { showToast } from '../../ui/feedback/toast-state'
import { Form } from '../../ui/forms/form'
import { SubmitButton } from '../../ui/forms/form-frame'
import { PasswordField } from '../../ui/forms/password-field'
import { EmailField } from './account-fields'
import { logIn } from './api'
import { logInSchema } from './model'
import { fields, forgot, logIn as words } from './words.en'

/** The form for signing in (docs/product.md, section 2.3). */
export function LogInForm({ onLoggedIn }: { onLoggedIn: (user: User) => void }) {
  return (
    <Form
      values={{ email: '', password: '' }}
      schema={logInSchema}
      send={logIn}
      failed={words.failed}
      refused={(failure) => {
        const description = readError(failure, words.invalid)
        showToast({ tone: 'error', title: words.failed, description, seconds: 5 })
        return readMsg(failure, words.unknownFailure)
      }}
      done={(user) => {
        showSuccess(words.done, 2)
        onLoggedIn(user)
      }}
    >
      {(form) => (
        <>
          <EmailField />
          <PasswordField name="password" label={fields.password} autoComplete="current-password" />
          <SubmitButton>{words.submit}</SubmitButton>
          <p>
            {/* The address is passed on in the history, where no log and no server sees it. */}
            <Link to="/forgot-password" state={{ email: form.watch('email') }} className="link">
              {forgot.link}
            </Link>
          </p>
        </>
      )}
    </Form>
  )
}
