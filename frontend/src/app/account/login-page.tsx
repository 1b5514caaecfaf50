import { Link, useLocation, useNavigate } from 'react-router'
import { LogInForm } from '../../features/auth/log-in-form'
import { afterLogIn } from '../guards'
import { FormPage } from '../layouts/form-page'

export function Component() {
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <FormPage
      title="Log in"
      intro="Your assignments are where you left them."
      foot={
        <>
          No account yet?{' '}
          <Link to="/signup" className="link">
            Sign up
          </Link>
        </>
      }
    >
      <LogInForm onLoggedIn={(user) => void navigate(afterLogIn(user, search), { replace: true })} />
    </FormPage>
  )
}
