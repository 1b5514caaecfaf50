import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ButtonVariant, buttonClass } from './button'

/** A link to another page that looks like a button. */
export function ButtonLink({
  to,
  variant = 'plain',
  small,
  children,
  onClick,
}: {
  to: string
  variant?: ButtonVariant
  small?: boolean
  children: ReactNode
  /** Called before the page is left. */
  onClick?: () => void
}) {
  return (
    <Link to={to} className={buttonClass(variant, small)} onClick={onClick}>
      {children}
    </Link>
  )
}
