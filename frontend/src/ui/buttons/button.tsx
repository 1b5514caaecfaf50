import type { ComponentProps, ReactNode } from 'react'
import { BusySpinner } from '../loading/spinner'

/** What a button is for: the main action, any other action, a destructive one, or one within text. */
export type ButtonVariant = 'primary' | 'plain' | 'danger' | 'quiet'

const variants: Record<ButtonVariant, string> = {
  primary: 'btn btn-primary',
  plain: 'btn btn-outline border-rule',
  danger: 'btn btn-error',
  quiet: 'btn btn-ghost',
}

/** The classes of a button, and of links that look like one. */
export const buttonClass = (variant: ButtonVariant, small = false) =>
  `${variants[variant]} ${small ? 'btn-sm' : ''}`

/**
 * A button. While `busy` it keeps its label and ignores further presses. While
 * `unavailable` it does nothing but can keep the focus, because its own press
 * may have made it unavailable.
 */
export function Button({
  variant = 'plain',
  small = false,
  busy = false,
  unavailable = false,
  type = 'button',
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant
  small?: boolean
  busy?: boolean
  unavailable?: boolean
  children: ReactNode
}) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, small)}
      aria-disabled={busy || unavailable || undefined}
      onClick={busy || unavailable ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy && <BusySpinner />}
      {children}
    </button>
  )
}
