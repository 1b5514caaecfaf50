import { Link, useNavigate } from 'react-router'
import { AdminSignUpForm } from '../../features/auth/admin-sign-up-form'
import { FormPage } from '../layouts/form-page'

export function Component() {
  const navigate = useNavigate()
  return (
    <FormPage
      title="Admin Registration"
      intro="For the people who run this desk."
      foot={
        <>
          Already registered?{' '}
          <Link to="/login" className="link">
            Log in
          </Link>
        </>
      }
    >
      <AdminSignUpForm onSignedUp={() => void navigate('/admin/dashboard')} />
    </FormPage>
  )
}
