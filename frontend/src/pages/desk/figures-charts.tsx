import type { ReactNode } from 'react'
import { monthsQuery } from '../../features/figures/api'
import {
  type Amount,
  amountBars,
  amountRows,
  countDeadlines,
  deadlineBars,
  deadlineRows,
  isQuiet,
  type Span,
  shareKept,
  sumOf,
} from '../../features/figures/model'
import { figures as words } from '../../features/figures/words.en'
import { useAnswer } from '../../lib/api/query'
import { formatCount } from '../../lib/formats/format'
import { formatMoney } from '../../lib/formats/money'
import { formatShortMoney } from '../../lib/formats/short-money'
import { ChartFigure } from '../../ui/charts/chart-figure'
import { ChartGrid } from '../../ui/charts/chart-grid'
import { AmountBars, StackedBars } from '../../ui/charts/month-bars'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadFailure } from '../../ui/feedback/load-failure'

/** The charts of amounts. The first amount is drawn; the table has the others too. */
const charts: {
  title: string
  amounts: [Amount, ...Amount[]]
  heads: string[]
  note: (...sums: string[]) => string
}[] = [
  {
    title: words.received,
    amounts: ['received', 'returned'],
    heads: [words.receivedHead, words.returnedHead],
    note: words.receivedNote,
  },
  { title: words.earned, amounts: ['earned'], heads: [words.earnedHead], note: words.earnedNote },
  { title: words.paid, amounts: ['paid'], heads: [words.paidHead], note: words.paidNote },
  { title: words.desk, amounts: ['desk'], heads: [words.deskHead], note: words.deskNote },
]

/** The figures of a span as charts by month, each with its table. */
export function FiguresCharts({
  span,
  placeholder,
}: {
  span: Span
  /** Holds their place while the figures load. */
  placeholder: ReactNode
}) {
  const answer = useAnswer(monthsQuery(span), {
    keepPrevious: true,
    withoutLoader: true,
  })
  const { data, isPrevious } = answer
  if (answer.failure) return <LoadFailure answer={answer} title={words.failed} />
  if (!data) return placeholder
  if (isQuiet(data)) return <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>
  const { kept, missed } = countDeadlines(data)
  const share = shareKept(kept, missed)
  return (
    <div aria-busy={isPrevious} className={isPrevious ? 'opacity-60' : ''}>
      <ChartGrid>
        {charts.map(({ title, amounts, heads, note }) => (
          <ChartFigure
            key={title}
            title={title}
            head={[words.month, ...heads]}
            rows={amountRows(data, ...amounts)}
            note={note(...amounts.map((amount) => formatMoney(sumOf(data, amount))))}
          >
            <AmountBars data={amountBars(data, amounts[0])} format={formatShortMoney} />
          </ChartFigure>
        ))}
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
