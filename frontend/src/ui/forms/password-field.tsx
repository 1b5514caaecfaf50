import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import { Field } from './field'
import { showOrHide } from './words'

/** A password field with a button that shows and hides the password. */
export function PasswordField({
  label,
  error,
  hint,
  ...input
}: { label: string; error?: string | undefined; hint?: string } & Omit<
  ComponentProps<'input'>,
  'className' | 'type'
>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} error={error} hint={hint} required>
      {(aria) => (
        <div className="relative">
          <input {...input} {...aria} type={shown ? 'text' : 'password'} className="input w-full pr-12" />
          <button
            type="button"
            className="absolute inset-y-0 right-0 z-1 grid w-11 cursor-pointer place-items-center rounded-(--radius-field) text-muted"
            aria-label={showOrHide(label, shown)}
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
