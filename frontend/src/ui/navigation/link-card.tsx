import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A next step as a card: a title and a sentence. The whole card is the link. */
export function LinkCard({
  to,
  title,
  icon,
  children,
}: {
  to: string
  title: string
  icon: ReactNode
  children: ReactNode
}) {
  return (
    <li className="contents">
      <Link
        to={to}
        className="flex items-center gap-4 rounded-(--radius-box) border border-base-300 px-5 py-4 [transition:background-color_150ms] hover:bg-base-200"
      >
        <span className="text-primary">{icon}</span>
        <span className="grow">
          <span className="block font-serif text-xl font-semibold">{title}</span>
          <span className="text-muted">{children}</span>
        </span>
        <ArrowRight size={18} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-muted" />
      </Link>
    </li>
  )
}
