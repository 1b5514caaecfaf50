import { Link, useNavigate } from 'react-router'
import { FormPage } from '../../app/layouts/form-page'
import { SignUpForm } from '../../features/auth/sign-up-form'
import { signUp } from '../../features/auth/words.en'

export function Component() {
  const navigate = useNavigate()
  return (
    <FormPage
      title={signUp.title}
      intro={signUp.intro}
      foot={
        <>
          {signUp.haveAccount}{' '}
          <Link to="/login" className="link">
            {signUp.logIn}
          </Link>
        </>
      }
    >
      <SignUpForm onSignedUp={() => void navigate('/dashboard')} />
    </FormPage>
  )
}
