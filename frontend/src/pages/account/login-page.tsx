import { Link, useLocation, useNavigate } from 'react-router'
import * as v from 'valibot'
import { afterLogIn } from '../../app/guards'
import { FormPage } from '../../app/layouts/form-page'
import { LogInForm } from '../../features/auth/log-in-form'
import { logIn } from '../../features/auth/words.en'
import { Alert } from '../../ui/feedback/alert'

/** What the previous page says about why somebody is here: a heading and, perhaps, a text. */
const handedOver = v.object({ notice: v.string(), text: v.optional(v.string()) })

export function Component() {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const read = v.safeParse(handedOver, state)
  return (
    <FormPage
      title={logIn.title}
      intro={logIn.intro}
      foot={
        <>
          {logIn.noAccount}{' '}
          <Link to="/signup" className="link">
            {logIn.signUp}
          </Link>
        </>
      }
    >
      {read.success && (
        <div className="mb-5">
          <Alert tone="success" title={read.output.notice}>
            {read.output.text && <p>{read.output.text}</p>}
          </Alert>
        </div>
      )}
      <LogInForm onLoggedIn={(user) => void navigate(afterLogIn(user, search), { replace: true })} />
    </FormPage>
  )
}
