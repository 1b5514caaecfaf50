import { type ReactNode, useId } from 'react'
import { FieldError, fieldClass, useField } from './field'

/** A required checkbox with its label. */
export function CheckboxField({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  const { control, error } = useField(name)
  return (
    <div className={`${fieldClass} min-w-0`}>
      <div className="grid grid-cols-[auto_1fr] items-start gap-2.5">
        <input
          {...control}
          id={id}
          type="checkbox"
          className="mt-[0.1875rem] size-5 accent-primary"
          aria-required="true"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <label htmlFor={id}>{children}</label>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
