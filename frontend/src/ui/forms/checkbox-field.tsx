import { type ComponentProps, type ReactNode, useId } from 'react'

/** A box to tick with its words. */
export function CheckboxField({
  error,
  children,
  ...input
}: Omit<ComponentProps<'input'>, 'className' | 'type'> & {
  error?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className="field">
      <div className="checkbox-line">
        <input
          {...input}
          id={id}
          type="checkbox"
          className="checkbox-box"
          aria-required="true"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <label htmlFor={id}>{children}</label>
      </div>
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
