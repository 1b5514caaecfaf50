import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ButtonVariant, buttonClass } from './button'

/** A link to another page that looks like a button. */
export function ButtonLink({
  to,
  variant = 'plain',
  small,
  label,
  children,
}: {
  to: string
  variant?: ButtonVariant
  small?: boolean
  /** The accessible name, if the text alone is not enough; it contains the text. */
  label?: string
  children: ReactNode
}) {
  return (
    <Link to={to} aria-label={label} className={buttonClass(variant, small)}>
      {children}
    </Link>
  )
}
