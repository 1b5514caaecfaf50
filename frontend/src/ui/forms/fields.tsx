import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { type ComponentProps, createContext, type ReactNode, type Ref, use, useId } from 'react'
import {
  type RegisterOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useController,
} from 'react-hook-form'
import { fewer, more, optional } from './words.en'

/** The form around a field. Our own context, so that a field on its own does not load the form library. */
export const FormContext = createContext<UseFormReturn | null>(null)

/** The form around a component that is only used in forms. */
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
type FieldControl = {
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
function useField(name?: string, options?: RegisterOptions) {
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

/** A labelled field for one line of text. */
export function TextField({
  name,
  label,
  hint,
  error,
  required,
  asNumber = false,
  ...input
}: FieldProps & {
  /** The form holds what was typed as a number, NaN while there is none. */
  asNumber?: boolean
} & ControlProps<'input'>) {
  const field = { name, label, hint, error, required, options: { valueAsNumber: asNumber } }
  return (
    <Field {...field}>
      {(control) => <input type="text" {...input} {...control} className="input w-full" />}
    </Field>
  )
}

/** A labelled field for several lines of text. */
export function TextArea({
  name,
  label,
  hint,
  error,
  required,
  rows = 5,
  ...input
}: FieldProps & ControlProps<'textarea'>) {
  return (
    <Field {...{ name, label, hint, error, required }}>
      {(control) => <textarea {...input} {...control} rows={rows} className="textarea w-full" />}
    </Field>
  )
}

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

/** A small whole number, typed or counted up and down. Anything else becomes the smallest number when the field loses the focus. */
export function CounterField({
  name,
  label,
  read,
}: {
  name: string
  label: string
  /** Reads a text as a number; '' is the smallest one. */
  read: (text: string) => number
}) {
  const { field, fieldState } = useController({ name, control: useFormAround().control })
  const {
    value,
    onChange,
    ref,
  }: { value: string; onChange: (value: string) => void; ref: Ref<HTMLInputElement> } = field
  const count = read(value)
  const least = read('')
  return (
    <Field label={label} error={fieldState.error?.message} required>
      {(control) => (
        <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] rounded-(--radius-field) border border-rule focus-within:border-primary outline-offset-2 has-[input:focus-visible]:[outline:2px_solid_var(--color-primary)]">
          <button
            type="button"
            className={`btn btn-ghost btn-square ${count <= least ? 'btn-disabled' : ''}`}
            aria-label={fewer(label)}
            // With the disabled attribute, the press that reaches the minimum would lose the focus.
            aria-disabled={count <= least || undefined}
            onClick={() => onChange(String(Math.max(least, count - 1)))}
          >
            <Minus size={18} strokeWidth={1.5} aria-hidden="true" />
          </button>
          <input
            {...control}
            ref={ref}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            className="min-w-0 text-center lining-nums tabular-nums outline-none"
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onBlur={() => onChange(String(count))}
          />
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label={more(label)}
            onClick={() => onChange(String(count + 1))}
          >
            <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  )
}
