import { Link } from 'react-router'
import { tabClass, tabRowClass } from './tabs'

/** A row of links that look like tabs: each leads to another part of the same page. */
export function LinkRow({
  label,
  links,
}: {
  label: string
  links: { to: string; label: string; current: boolean }[]
}) {
  return (
    <nav aria-label={label} className={tabRowClass}>
      {links.map(({ to, label, current }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset
          aria-current={current ? 'page' : undefined}
          className={tabClass(current)}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
