import { Link, useNavigate } from 'react-router'
import { AdminSignUpForm } from '../../features/auth/admin-sign-up-form'
import { adminSignUp } from '../../features/auth/words'
import { FormPage } from '../layouts/form-page'

export function Component() {
  const navigate = useNavigate()
  return (
    <FormPage
      title={adminSignUp.title}
      intro={adminSignUp.intro}
      foot={
        <>
          {adminSignUp.haveAccount}{' '}
          <Link to="/login" className="link">
            {adminSignUp.logIn}
          </Link>
        </>
      }
    >
      <AdminSignUpForm onSignedUp={() => void navigate('/admin/dashboard')} />
    </FormPage>
  )
}
