import type { ReactNode } from 'react'
import { monthsQuery } from '../../../features/figures/queries'
import {
  amountBars,
  amountRows,
  countDeadlines,
  deadlineBars,
  deadlineRows,
  isQuiet,
  shareKept,
  sumOf,
} from '../../../features/figures/rules'
import type { Span } from '../../../features/figures/types'
import { figures as words } from '../../../features/figures/words'
import { useAnswer } from '../../../lib/api/query'
import { formatCount } from '../../../lib/formats/format'
import { formatMoney } from '../../../lib/formats/money'
import { formatShortMoney } from '../../../lib/formats/short-money'
import { ChartFigure } from '../../../ui/charts/chart-figure'
import { ChartGrid } from '../../../ui/charts/chart-grid'
import { AmountBars, StackedBars } from '../../../ui/charts/month-bars'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { LoadFailure } from '../../../ui/feedback/load-failure'

/** The figures of a span as charts by month, each with its table. */
export function FiguresCharts({
  span,
  placeholder,
}: {
  span: Span
  /** Holds their place while the figures load. */
  placeholder: ReactNode
}) {
  const { data, failure, asking, isPrevious, retry } = useAnswer(monthsQuery(span), {
    keepPrevious: true,
    withoutLoader: true,
  })
  if (failure)
    return (
      <LoadFailure
        failure={failure}
        title={words.failed}
        fallback={words.failed}
        asking={asking}
        onRetry={retry}
      />
    )
  if (!data) return placeholder
  if (isQuiet(data)) return <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>
  const total = (amount: Parameters<typeof sumOf>[1]) => formatMoney(sumOf(data, amount))
  const { kept, missed } = countDeadlines(data)
  const share = shareKept(kept, missed)
  return (
    <div aria-busy={isPrevious} className={isPrevious ? 'opacity-60' : ''}>
      <ChartGrid>
        <ChartFigure
          title={words.received}
          head={[words.month, words.receivedHead, words.returnedHead]}
          rows={amountRows(data, 'received', 'returned')}
          note={words.receivedNote(total('received'), total('returned'))}
        >
          <AmountBars data={amountBars(data, 'received')} format={formatShortMoney} />
        </ChartFigure>
        <ChartFigure
          title={words.earned}
          head={[words.month, words.earnedHead]}
          rows={amountRows(data, 'earned')}
          note={words.earnedNote(total('earned'))}
        >
          <AmountBars data={amountBars(data, 'earned')} format={formatShortMoney} />
        </ChartFigure>
        <ChartFigure
          title={words.paid}
          head={[words.month, words.paidHead]}
          rows={amountRows(data, 'paid')}
          note={words.paidNote(total('paid'))}
        >
          <AmountBars data={amountBars(data, 'paid')} format={formatShortMoney} />
        </ChartFigure>
        <ChartFigure
          title={words.desk}
          head={[words.month, words.deskHead]}
          rows={amountRows(data, 'desk')}
          note={words.deskNote(total('desk'))}
        >
          <AmountBars data={amountBars(data, 'desk')} format={formatShortMoney} />
        </ChartFigure>
        <ChartFigure
          title={words.deadlines}
          head={[words.month, words.kept, words.missed, words.shareKept]}
          rows={deadlineRows(data, words.noDeadlines)}
          note={`${share && `${words.deadlinesNote(formatCount(kept), formatCount(kept + missed), share)} `}${words.definition}`}
          wide
        >
          <StackedBars data={deadlineBars(data)} names={{ solid: words.kept, hatched: words.missed }} />
        </ChartFigure>
      </ChartGrid>
    </div>
  )
}
