import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { readError, readMsg } from '../../lib/api/failure'
import type { User } from '../../lib/session/session'
import { Button } from '../../ui/buttons/button'
import { showToast } from '../../ui/feedback/toast-state'
import { applyFailure, FormSummary } from '../../ui/forms/form-failure'
import { PasswordField } from '../../ui/forms/password-field'
import { TextField } from '../../ui/forms/text-field'
import { logIn } from './api'
import { forgot } from './recovery-words'
import { logInSchema } from './rules'
import type { LogIn } from './types'
import { fields, logIn as words } from './words'

/** The form for signing in (docs/product.md, section 2.3). */
export function LogInForm({ onLoggedIn }: { onLoggedIn: (user: User) => void }) {
  const form = useForm<LogIn>({
    defaultValues: { email: '', password: '' },
    resolver: valibotResolver(logInSchema),
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (credentials) => {
    try {
      const user = await logIn(credentials)
      showToast({ tone: 'success', title: words.done, seconds: 2 })
      onLoggedIn(user)
    } catch (error) {
      applyFailure(form, error, readMsg(error, words.unknownFailure))
      const description = readError(error, words.invalid)
      showToast({ tone: 'error', title: words.failed, description, seconds: 5 })
    }
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormSummary form={form} />
      <TextField
        label={fields.email}
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label={fields.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {words.submit}
      </Button>
      <p>
        {/* The address goes along in the history, where no log and no server sees it. */}
        <Link to="/forgot-password" state={{ email: form.watch('email') }} className="link">
          {forgot.link}
        </Link>
      </p>
    </form>
  )
}
