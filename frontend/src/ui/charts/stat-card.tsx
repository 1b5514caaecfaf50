import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../lib/formats/format'
import { loadingTotals, trend as words } from './words'

/** A row of totals, set like the head of a ledger; `columns` where there is room. */
export function StatRow({ label, columns, children }: { label: string; columns?: 4; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <ul className={`stat-row ${columns === 4 ? 'stat-row-of-four' : ''}`}>{children}</ul>
    </section>
  )
}

/**
 * Holds the place of totals while they load: the same cards with invisible
 * numbers, so that nothing moves at any width when the real ones arrive.
 */
export function StatPlaceholders({ children }: { children: ReactNode }) {
  return (
    <div role="status" aria-label={loadingTotals}>
      <div aria-hidden="true" inert className="stat-places">
        {children}
      </div>
    </div>
  )
}

/** One total. With `to` it links to the list of what it counts; `current` says that this list is the one shown. */
export function StatCard({
  label,
  value,
  hint,
  trend,
  to,
  current = false,
}: {
  label: string
  value: number | string
  hint?: string
  /** The change from the previous 30 days, in per cent; null if there is nothing to compare. */
  trend?: number | null
  to?: string
  current?: boolean
}) {
  const content = (
    <>
      <span className="stat-card-label">{label}</span>
      <span className="stat-card-value">{typeof value === 'number' ? formatCount(value) : value}</span>
      {hint && <span className="stat-card-hint">{hint}</span>}
      {trend !== undefined && <Trend trend={trend} />}
    </>
  )
  return (
    <li className="contents">
      {to ? (
        <Link to={to} preventScrollReset aria-current={current ? 'true' : undefined} className="stat-card">
          {content}
        </Link>
      ) : (
        <div className="stat-card">{content}</div>
      )}
    </li>
  )
}

function Trend({ trend }: { trend: number | null }) {
  if (trend === null) return <span className="stat-card-hint">{words.none}</span>
  const Arrow = trend < 0 ? ArrowDown : ArrowUp
  return (
    <span className="stat-card-hint">
      {trend !== 0 && <Arrow size={14} strokeWidth={2} aria-hidden="true" className="mr-0.5 inline" />}
      {trend < 0 && <span className="sr-only">{words.minus} </span>}
      <span className="font-semibold text-base-content tabular-nums">{formatCount(Math.abs(trend))}%</span>{' '}
      {words.period}
    </span>
  )
}
