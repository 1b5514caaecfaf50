import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { Field, type FieldProps } from './fields'
import { showOrHide } from './words.en'

/** A password field with a button that shows and hides the password. */
export function PasswordField({
  autoComplete,
  ...field
}: FieldProps & { autoComplete: 'current-password' | 'new-password' | 'off' }) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field required {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            autoComplete={autoComplete}
            type={shown ? 'text' : 'password'}
            className="input w-full pr-12"
          />
          <button
            type="button"
            className="absolute inset-y-0 right-0 z-1 grid w-11 cursor-pointer place-items-center rounded-(--radius-field) text-muted"
            aria-label={showOrHide(field.label, shown)}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  )
}
