import { Link, useNavigate } from 'react-router'
import { FormPage } from '../../app/layouts/form-page'
import { AdminSignUpForm } from '../../features/auth/sign-up-form'
import { adminSignUp } from '../../features/auth/words.en'

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
