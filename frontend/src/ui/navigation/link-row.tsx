import ArrowRight from 'lucide-react/icons/arrow-right'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../lib/formats/format'
import { tabClass, tabRowClass } from './tabs'

/** Only rows on signed-in pages scroll, so the front page's style sheet does without these rules. */
const oneLine = { flexWrap: 'nowrap', overflowX: 'auto', scrollbarWidth: 'thin' } as const

/**
 * A row of links that look like tabs: each leads to another part of the same
 * page. It is one line, which scrolls if it does not fit, with the current link
 * in view.
 */
export function LinkRow({
  label,
  links,
}: {
  label: string
  /** `count` is how much waits there; a link that may have one keeps room for it. */
  links: { to: string; label: string; current: boolean; count?: number | undefined }[]
}) {
  const ref = useRef<HTMLElement>(null)
  const current = links.find((link) => link.current)?.to

  // Only the row scrolls: `scrollIntoView` would move the page too.
  useLayoutEffect(() => {
    const row = ref.current
    const link = current && row?.querySelector<HTMLElement>('[aria-current]')
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
  }, [current])

  return (
    <nav ref={ref} aria-label={label} className={`${tabRowClass} relative`} style={oneLine}>
      {links.map(({ to, label, current, count }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset
          aria-current={current ? 'page' : undefined}
          className={tabClass(current)}
        >
          {label}
          {count !== undefined && (
            <span className="ml-1.5 min-w-5 text-sm lining-nums tabular-nums">
              {count > 0 && ` ${formatCount(count)}`}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

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
