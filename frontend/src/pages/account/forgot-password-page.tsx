import { Link, useLocation } from 'react-router'
import * as v from 'valibot'
import { FormPage } from '../../app/layouts/form-page'
import { ForgotPasswordForm } from '../../features/auth/recovery-forms'
import { forgot } from '../../features/auth/words.en'

/** What the login page hands over: the address that was typed there. */
const handedOver = v.object({ email: v.string() })

export function Component() {
  const { state } = useLocation()
  const read = v.safeParse(handedOver, state)
  return (
    <FormPage
      title={forgot.title}
      intro={forgot.intro}
      foot={
        <Link to="/login" className="link">
          {forgot.logIn}
        </Link>
      }
    >
      <ForgotPasswordForm email={read.success ? read.output.email : ''} />
    </FormPage>
  )
}
