import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { createContext, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../lib/formats/format'
import { loadingTotals, trend as words } from './words.en'

/** The gaps of the grid are the rules between the cards. They stay visible in forced colours. */
const gridClass =
  'grid grid-cols-2 gap-px border-y border-base-300 bg-base-300 forced-color-adjust-none forced-colors:bg-[CanvasText]'

const cardClass = 'flex flex-col bg-base-100 px-5 pt-3.5 forced-color-adjust-auto'

/** The card whose list is shown. Its line takes up part of the padding. */
const currentClass = 'border-b-3 border-secondary pb-[calc(1rem-3px)]'

const hintClass = 'text-[0.875rem] text-muted'

/** True for cards that are only placeholders. */
const PlaceholderContext = createContext(false)

/** A row of totals, styled like the head of a ledger: `columns` of them where there is room, else two. */
export function StatRow({
  label,
  columns,
  children,
}: {
  label: string
  columns: 4 | 5
  children: ReactNode
}) {
  return (
    <section aria-label={label}>
      <ul className={`${gridClass} ${columns === 4 ? 'lg:grid-cols-4' : 'lg:grid-cols-5'}`}>{children}</ul>
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
      <div aria-hidden="true" inert>
        <PlaceholderContext value>{children}</PlaceholderContext>
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
  const isPlaceholder = useContext(PlaceholderContext)
  const content = (
    <>
      <span className="text-[0.9375rem] text-muted">{label}</span>
      <span
        className={`font-serif text-[clamp(1.5rem,7vw,2.125rem)] leading-[1.15] font-semibold whitespace-nowrap tabular-nums lining-nums ${isPlaceholder ? 'w-[3ch] rounded-(--radius-field) bg-base-300 text-transparent' : ''}`}
      >
        {typeof value === 'number' ? formatCount(value) : value}
      </span>
      <span className={isPlaceholder ? 'contents invisible' : 'contents'}>
        {hint && <span className={hintClass}>{hint}</span>}
        {trend !== undefined && <Trend trend={trend} />}
      </span>
    </>
  )
  return (
    <li className="grid max-lg:last:odd:col-span-full">
      {to ? (
        <Link
          to={to}
          preventScrollReset
          aria-current={current ? 'true' : undefined}
          className={`[transition:background-color_150ms] hover:bg-base-200 focus-visible:-outline-offset-2 ${cardClass} ${current ? currentClass : 'pb-4'}`}
        >
          {content}
        </Link>
      ) : (
        <div className={`pb-4 ${cardClass}`}>{content}</div>
      )}
    </li>
  )
}

function Trend({ trend }: { trend: number | null }) {
  if (trend === null) return <span className={hintClass}>{words.none}</span>
  const Arrow = trend < 0 ? ArrowDown : ArrowUp
  return (
    <span className={hintClass}>
      {trend !== 0 && <Arrow size={14} strokeWidth={2} aria-hidden="true" className="mr-0.5 inline" />}
      {trend < 0 && <span className="sr-only">{words.minus} </span>}
      <span className="font-semibold text-base-content tabular-nums">{formatCount(Math.abs(trend))}%</span>{' '}
      {words.period}
    </span>
  )
}
