import { Link, useLocation, useNavigate } from 'react-router'
import { LogInForm } from '../../features/auth/log-in-form'
import { logIn } from '../../features/auth/words'
import { afterLogIn } from '../guards'
import { FormPage } from '../layouts/form-page'

export function Component() {
  const navigate = useNavigate()
  const { search } = useLocation()
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
      <LogInForm onLoggedIn={(user) => void navigate(afterLogIn(user, search), { replace: true })} />
    </FormPage>
  )
}
