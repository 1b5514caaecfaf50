import { type ReactNode, useId } from 'react'
import { optional } from './words'

/** The attributes that tie a control to its label, its hint and its error. */
export type FieldAria = {
  id: string
  'aria-invalid': true | undefined
  'aria-required': true | undefined
  'aria-describedby': string | undefined
}

/** The column of a field. It is never wider than its form, however long a file name in it is. */
export const fieldClass = 'grid grid-cols-1 content-start gap-1.5'

/** The sentence that says what is wrong with a field. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className={fieldErrorClass}>
      {children}
    </p>
  )
}

export const fieldErrorClass = 'text-[0.9375rem] font-semibold text-error'

/** A label, a control, an error and a hint, tied together for screen readers. */
export function Field({
  label,
  hint,
  error,
  required,
  children,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  children: (aria: FieldAria) => ReactNode
}) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : ''
  const errorId = error ? `${id}-error` : ''
  return (
    <div className={`${fieldClass} min-w-0`}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {!required && <span className="text-[0.9375rem] font-normal text-muted"> {optional}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
        'aria-describedby': `${errorId} ${hintId}`.trim() || undefined,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p id={hintId} className="text-[0.9375rem] text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
