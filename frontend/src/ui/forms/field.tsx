import { type ReactNode, useId } from 'react'
import { optional } from '../words'

/** What ties a control to its label, its hint and its refusal. */
export type FieldAria = {
  id: string
  'aria-invalid': true | undefined
  'aria-required': true | undefined
  'aria-describedby': string | undefined
}

/** The column of a label, its control and what is said about it; as wide as its form, however long a file's name. */
export const fieldClass = 'grid grid-cols-1 content-start gap-1.5'

/** What is wrong with a field. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className={fieldErrorClass}>
      {children}
    </p>
  )
}

export const fieldErrorClass = 'text-[0.9375rem] font-semibold text-error'

/** A label, a control, a hint, and the sentence of what is wrong, wired for screen readers. */
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
