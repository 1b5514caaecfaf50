import { Link, useNavigate } from 'react-router'
import { SignUpForm } from '../../features/auth/sign-up-form'
import { FormPage } from '../layouts/form-page'

export function Component() {
  const navigate = useNavigate()
  return (
    <FormPage
      title="Sign up"
      intro="A student account to hand in assignments and read what comes back."
      foot={
        <>
          Already have an account?{' '}
          <Link to="/login" className="link">
            Log in
          </Link>
        </>
      }
    >
      <SignUpForm onSignedUp={() => void navigate('/dashboard')} />
    </FormPage>
  )
}
