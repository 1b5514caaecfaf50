import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../lib/formats/format'
import { tabClass, tabRowClass } from './tabs'

/** Rows of signed-in pages alone scroll, so the style sheet of the front page does without these rules. */
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
