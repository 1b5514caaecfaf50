import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A link to a policy within a form. It opens in a new tab, so that the form stays. */
export function PolicyLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className="link">
      {children}
    </Link>
  )
}

/** The policies that people accept, to end a sentence with: "the Terms of Use and the Fair Use Policy". */
export function AcceptedPolicies() {
  return (
    <>
      the <PolicyLink to="/terms-of-use">Terms of Use</PolicyLink> and the{' '}
      <PolicyLink to="/fair-use-policy">Fair Use Policy</PolicyLink>
    </>
  )
}
