import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react'
import type { RegisterOptions, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import { optional } from './words'

/** The form around a field. Our own context, so that a field that stands alone loads no library of forms. */
export const FormContext = createContext<UseFormReturn | null>(null)

/** The form around a component that stands only in forms. */
export const useFormAround = () => use(FormContext) as UseFormReturn

/** What every field has. */
export type FieldProps = {
  /** The value of the form around it that the field edits. Without a name, the field stands alone. */
  name?: string | undefined
  label: string
  hint?: ReactNode
  /** What is wrong, unless the form says it. */
  error?: string | undefined
  /** Required fields are not marked as optional. */
  required?: boolean | undefined
}

/** The attributes of a control that its field does not set itself. */
export type ControlProps<Tag extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<Tag>,
  'className' | 'name' | 'required'
>

/** What ties a control to its label, its hint, its error and the form around it. */
export type FieldControl = {
  id: string
  'aria-invalid': true | undefined
  'aria-required': true | undefined
  'aria-describedby': string | undefined
} & Partial<UseFormRegisterReturn>

/** The column of a field. It is never wider than its form, however long a file name in it is. */
export const fieldClass = 'grid grid-cols-1 content-start gap-1.5'

export const fieldErrorClass = 'text-[0.9375rem] font-semibold text-error'

/** The sentence that says what is wrong with a field. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className={fieldErrorClass}>
      {children}
    </p>
  )
}

/** The registration of a field in the form around it, and what is wrong with it. */
export function useField(name?: string, options?: RegisterOptions) {
  const form = use(FormContext)
  if (!form || name === undefined) return {}
  const message = form.formState.errors[name]?.message
  return { control: form.register(name, options), error: message && String(message) }
}

/** A label, a control, an error and a hint, tied together for screen readers and to the form around them. */
export function Field({
  name,
  options,
  label,
  hint,
  error: otherError,
  required,
  children,
}: FieldProps & {
  options?: RegisterOptions
  /** Renders the control with the given attributes. */
  children: (control: FieldControl) => ReactNode
}) {
  const id = useId()
  const { control, error = otherError } = useField(name, options)
  const hintId = hint ? `${id}-hint` : ''
  const errorId = error ? `${id}-error` : ''
  return (
    <div className={`${fieldClass} min-w-0`}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {!required && <span className="text-[0.9375rem] font-normal text-muted"> {optional}</span>}
      </label>
      {children({
        ...control,
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
